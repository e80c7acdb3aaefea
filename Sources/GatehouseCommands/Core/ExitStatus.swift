/// What the process tells its caller.
package enum ExitStatus: Int32, Sendable {
    case success = 0
    case failure = 1
    /// The person changed their mind, or refused.
    case cancelled = 2
    /// Nobody is signed in, or the session is over: `gatehouse login` helps.
    case signInNeeded = 4
}
