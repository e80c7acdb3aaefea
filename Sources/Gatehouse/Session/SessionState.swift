/// Where a client stands, as ``GatehouseClient/states`` tells it.
public enum SessionState: Sendable, Hashable {
    /// The stored sessions cannot be read, so it is not known whether anybody is signed in.
    ///
    /// They are read again by themselves, and with the next call of the client. Nothing is lost: do not treat this as signed out.
    case unknown(TokenStoreError)
    /// Nobody is signed in.
    case signedOut(SignedOutReason)
    /// A person is signed in.
    case signedIn(Account)
    /// A person is signed in, but the access token has expired and the server could not be reached for a new one.
    ///
    /// A start asks for no token by itself, but where a refresh was interrupted; so after one this is known once somebody has asked for a token.
    case signedInOffline(Account)
}
