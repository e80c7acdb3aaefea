/// The reason that no account is signed in.
@nonexhaustive public enum SignedOutReason: Sendable, Hashable {
    /// No account has signed in on this device yet, or the reason is no longer known.
    case noSession
    /// The app signed the account out, or the same account signed in again.
    case requested
    /// The server ended the session; the value is its error code, such as `invalid_grant`.
    case endedByServer(errorCode: String)
    /// A refresh was interrupted, and the server did not accept the old token again.
    ///
    /// The new tokens were lost in transit. A server that repeats its response for a short time, as Gatehouse does,
    /// makes this rare. The user must sign in again.
    case interruptedRefresh
    /// Another process that shares the store ended the session.
    case endedByAnotherProcess
}

extension SignedOutReason {
    /// Whether the server ended the session.
    var isByServer: Bool {
        switch self {
        case .endedByServer, .interruptedRefresh: true
        case .noSession, .requested, .endedByAnotherProcess: false
        }
    }

    /// The stored form; later versions may add values.
    var stored: String? {
        switch self {
        case .noSession: nil
        case .requested: "requested"
        case .endedByServer(let code): "refused " + code
        case .interruptedRefresh: "interruptedRefresh"
        case .endedByAnotherProcess: "elsewhere"
        }
    }

    /// Creates a reason from its stored form; `nil` for an unknown one.
    init?(stored: String) {
        switch stored.split(separator: " ", maxSplits: 1).map(String.init) {
        case ["requested"]: self = .requested
        case ["interruptedRefresh"]: self = .interruptedRefresh
        case ["elsewhere"]: self = .endedByAnotherProcess
        case let words where words.first == "refused": self = .endedByServer(errorCode: words.count > 1 ? words[1] : "")
        default: return nil
        }
    }
}
