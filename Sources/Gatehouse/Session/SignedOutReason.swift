/// Why nobody is signed in.
public enum SignedOutReason: Sendable, Hashable {
    /// Nobody has signed in on this device yet, or it is not known any more why nobody is.
    case notSignedIn
    /// The app signed the person out, or signed the same person in anew.
    case requested
    /// The server has ended the session; the value is the error code it gave, such as `invalid_grant`.
    case refused(String)
    /// Another process that shares the store ended the session.
    case elsewhere
}
