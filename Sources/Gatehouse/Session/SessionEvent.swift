/// Something that happened to one person's session on this device, as ``GatehouseClient/events`` tells it.
public struct SessionEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The person signed in, here or in another process that shares the store.
        case signedIn
        /// The session has new tokens, and they are stored.
        case renewed
        /// The access token has expired and the server cannot be reached for a new one; the session goes on.
        case wentOffline
        /// The session has a token that works again.
        case cameBack
        /// The account is the current one from now on.
        case becameCurrent
        /// The session has ended.
        case signedOut(SignedOutReason)
    }

    /// Whose session it is.
    public let account: Account
    /// What happened.
    public let kind: Kind
}
