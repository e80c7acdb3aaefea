import GatehouseWire

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
    /// The user ended the session on the account page or in another app.
    case endedByUser
    /// The user withdrew the consent of this app.
    case consentWithdrawn
    /// The user deleted the account, in this app or elsewhere.
    case accountDeleted
    /// The user's password or another way to sign in was changed elsewhere.
    case credentialsChanged
    /// The operator of the server ended the session, or disabled the account.
    case endedByOperator
}

extension SignedOutReason {
    /// Whether the server ended the session.
    var isByServer: Bool {
        switch self {
        case .endedByServer, .interruptedRefresh, .endedByUser, .consentWithdrawn, .accountDeleted,
            .credentialsChanged, .endedByOperator:
            true
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
        case .endedByUser: "endedByUser"
        case .consentWithdrawn: "consentWithdrawn"
        case .accountDeleted: "accountDeleted"
        case .credentialsChanged: "credentialsChanged"
        case .endedByOperator: "endedByOperator"
        }
    }

    /// Creates a reason from its stored form; `nil` for an unknown one.
    init?(stored: String) {
        switch stored.split(separator: " ", maxSplits: 1).map(String.init) {
        case ["requested"]: self = .requested
        case ["interruptedRefresh"]: self = .interruptedRefresh
        case ["elsewhere"]: self = .endedByAnotherProcess
        case ["endedByUser"]: self = .endedByUser
        case ["consentWithdrawn"]: self = .consentWithdrawn
        case ["accountDeleted"]: self = .accountDeleted
        case ["credentialsChanged"]: self = .credentialsChanged
        case ["endedByOperator"]: self = .endedByOperator
        case let words where words.first == "refused": self = .endedByServer(errorCode: words.count > 1 ? words[1] : "")
        default: return nil
        }
    }
}

extension SignedOutReason {
    /// Creates the reason that the server has reported; `nil` for one of a later server.
    init?(_ reported: ReportedSessionEnd) {
        switch reported {
        case .endedByUser: self = .endedByUser
        case .consentWithdrawn: self = .consentWithdrawn
        case .accountDeleted: self = .accountDeleted
        case .credentialsChanged: self = .credentialsChanged
        case .endedByOperator: self = .endedByOperator
        default: return nil
        }
    }

    /// A description for developers.
    var message: String {
        switch self {
        case .noSession, .requested, .endedByAnotherProcess: "The session has ended. Sign in again."
        case .endedByServer: "The server ended the session. Sign in again."
        case .interruptedRefresh: "A refresh was interrupted and its new tokens were lost. Sign in again."
        case .endedByUser: "The user ended the session in another app or browser. Sign in again."
        case .consentWithdrawn: "The user withdrew the consent of the app. Sign in again."
        case .accountDeleted: "The user deleted the account. Until it is erased, the user can sign in to keep it."
        case .credentialsChanged: "The user’s password or another way to sign in was changed. Sign in again."
        case .endedByOperator: "The operator ended the session or disabled the account."
        }
    }
}
