/// Why nobody is signed in.
public enum SignedOutReason: Sendable, Hashable {
    /// Nobody has signed in on this device yet, or it is not known any more why nobody is.
    case notSignedIn
    /// The app signed the person out, or signed the same person in anew.
    case requested
    /// The server has ended the session; the value is the error code it gave, such as `invalid_grant`.
    case refused(String)
    /// A refresh was cut off, by the end of the process or of the connection, and the server did not take the old token again.
    ///
    /// Nobody ended the session: the new tokens were lost on their way. A server that repeats its answer for a while, as Gatehouse's does,
    /// makes this rare; the way on is to sign in again.
    case interruptedRefresh
    /// Another process that shares the store ended the session.
    case elsewhere
}
