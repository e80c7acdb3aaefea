import GatehouseStore
import GatehouseWire

/// The security event that an audit event is for receivers of shared signals (CAEP, RISC).
struct SecurityEvent: Sendable, Equatable {
    let type: SecurityEventType
    let account: Account.ID
    /// The session that has ended; `nil` for all sessions of the user.
    private(set) var session: Session.ID?
    private(set) var credential: String?
    private(set) var action: SecurityEventDetails.CredentialAction?

    /// Creates the security event for an audience; `nil` for events that concern no session, credential or account.
    init?(_ event: AuditEvent, for audience: String) {
        guard let account = event.accountID else { return nil }
        switch event.kind {
        case .sessionEnded, .refreshReplayed, .codeReplayed:
            self.init(.sessionRevoked, account)
            session = event.sessionID
        case .signedOut, .otherSessionsEnded, .accountSecured: self.init(.sessionRevoked, account)
        // The sessions of this client end, and no others.
        case .consentWithdrawn where event.clientID?.rawValue == audience: self.init(.sessionRevoked, account)
        case .passwordChanged: self.init(account, credential: "password", .update)
        case .passwordRemoved: self.init(account, credential: "password", .revoke)
        case .factorAdded: self.init(account, credential: Self.type(of: event), .create)
        case .factorRemoved: self.init(account, credential: Self.type(of: event), .revoke)
        case .factorResetDone: self.init(account, credential: "all-factors", .revoke)
        case .recoveryCodesCreated: self.init(account, credential: "recovery-codes", .create)
        case .accountUpdated where event.detail == "disabled": self.init(.accountDisabled, account)
        case .accountUpdated where event.detail == "enabled": self.init(.accountEnabled, account)
        case .accountDeletionRequested: self.init(.accountDisabled, account)
        case .accountKept: self.init(.accountEnabled, account)
        case .accountDeleted: self.init(.accountPurged, account)
        default: return nil
        }
    }

    private init(_ type: SecurityEventType, _ account: Account.ID) {
        self.type = type
        self.account = account
    }

    private init(_ account: Account.ID, credential: String, _ action: SecurityEventDetails.CredentialAction) {
        self.init(.credentialChange, account)
        self.credential = credential
        self.action = action
    }

    /// Returns the type of a factor: CAEP's, or the factor's own name where CAEP has none.
    private static func type(of event: AuditEvent) -> String {
        switch event.detail {
        case FactorName.passkey.rawValue?: "fido2-platform"
        case FactorName.authenticatorApp.rawValue?: "app"
        case let name: name ?? "factor"
        }
    }
}

extension SecurityEventDetails {
    /// Creates the details of an audit event.
    init(_ event: AuditEvent, _ security: SecurityEvent) {
        let initiator: Initiator =
            switch event.actor {
            case .user: .user
            case .operator: .admin
            case .client, .job, .anonymous, nil: .system
            }
        let reason = [event.kind.rawValue, event.detail].compactMap(\.self).joined(separator: ": ")
        self.init(occurredAt: UnixTime(event.at), initiator: initiator, reason: reason)
        if let type = security.credential, let action = security.action { credential = (type, action) }
    }
}
