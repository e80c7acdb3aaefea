/// What a sign-out did in each place.
public struct SignOutResult: Sendable, Hashable {
    /// What happened on this device.
    public enum Device: Sendable, Hashable {
        /// The session and its tokens are gone.
        case forgotten
        /// There was no session to forget.
        case nothingStored
    }

    /// What happened at the server.
    public enum Server: Sendable, Hashable {
        /// The server has revoked the tokens, or does not offer to.
        case told
        /// The server could not be told for this reason; it will be.
        case later(AuthError)
        /// There was nothing to tell.
        case nothingToTell
    }

    /// What happened to the session that the browser has with the server.
    public enum Browser: Sendable, Hashable {
        /// It was to be left alone.
        case notAsked
        /// The server has ended it.
        case ended
        /// The server's page was shown; whether the person went through with it is not known.
        case shown
        /// The page could not be shown for this reason.
        case failed(AuthError)
    }

    /// What happened on this device.
    public internal(set) var device = Device.nothingStored
    /// What happened at the server.
    public internal(set) var server = Server.nothingToTell
    /// What happened to the session that the browser has with the server.
    public internal(set) var browser = Browser.notAsked
}
