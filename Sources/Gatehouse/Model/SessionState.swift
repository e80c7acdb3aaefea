/// The sign-in state of a client.
@nonexhaustive public enum SessionState: Sendable, Hashable {
    /// The stored sessions cannot be read, so the sign-in state is unknown.
    ///
    /// The client retries by itself and with each call. Nothing is lost: do not treat this as signed out.
    case unknown(TokenStoreError)
    /// No account is signed in.
    case signedOut(SignedOutReason)
    /// An account is signed in.
    case signedIn(Account)
    /// An account is signed in, but the access token has expired and the server could not be reached.
    ///
    /// A start requests no token unless a refresh was interrupted, so this state appears only after the first token
    /// request.
    case signedInOffline(Account)

    /// The account that is signed in; `nil` if none is, or the state is unknown.
    public var account: Account? {
        switch self {
        case .signedIn(let account), .signedInOffline(let account): account
        case .unknown, .signedOut: nil
        }
    }
}

/// A change of one account's session on this device.
public struct SessionEvent: Sendable, Hashable {
    /// The kind of change.
    @nonexhaustive public enum Kind: Sendable, Hashable {
        /// The account signed in, here or in another process that shares the store.
        case signedIn
        /// The session has new tokens, and they are stored.
        case refreshed
        /// The access token has expired and the server cannot be reached; the session continues.
        case wentOffline
        /// The session has a valid token again.
        case cameOnline
        /// The account became the current one.
        case becameCurrent
        /// The session has ended.
        case signedOut(SignedOutReason)
    }

    /// The account of the session.
    public let account: Account
    /// The kind of change.
    public let kind: Kind
}
