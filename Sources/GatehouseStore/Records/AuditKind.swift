/// A kind of audit event.
///
/// An open set: older versions display unknown kinds by their raw value.
package struct AuditKind: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let accountCreated = AuditKind(rawValue: "account.created")
    package static let accountUpdated = AuditKind(rawValue: "account.updated")
    package static let accountDeletionRequested = AuditKind(rawValue: "account.deletion_requested")
    package static let accountKept = AuditKind(rawValue: "account.kept")
    package static let accountDeleted = AuditKind(rawValue: "account.deleted")
    package static let accountExported = AuditKind(rawValue: "account.exported")
    /// The user ended all sessions from a link in a notification.
    package static let accountSecured = AuditKind(rawValue: "account.secured")
    package static let addressAdded = AuditKind(rawValue: "address.added")
    package static let addressMadePrimary = AuditKind(rawValue: "address.made_primary")
    package static let addressRemoved = AuditKind(rawValue: "address.removed")
    /// The user restored the addresses from a link in a notification.
    package static let addressChangeUndone = AuditKind(rawValue: "address.change_undone")
    package static let addressVerified = AuditKind(rawValue: "address.verified")
    package static let signedIn = AuditKind(rawValue: "sign_in.succeeded")
    /// A sign-in needs a factor besides those that were proven.
    package static let signInIncomplete = AuditKind(rawValue: "sign_in.incomplete")
    package static let signInFailed = AuditKind(rawValue: "sign_in.failed")
    package static let signedOut = AuditKind(rawValue: "sign_out.succeeded")
    package static let codeSent = AuditKind(rawValue: "code.sent")
    package static let codeRejected = AuditKind(rawValue: "code.rejected")
    package static let passwordChanged = AuditKind(rawValue: "password.changed")
    package static let passwordRemoved = AuditKind(rawValue: "password.removed")
    package static let factorAdded = AuditKind(rawValue: "factor.added")
    package static let factorRenamed = AuditKind(rawValue: "factor.renamed")
    package static let factorRemoved = AuditKind(rawValue: "factor.removed")
    package static let secondFactorTurnedOn = AuditKind(rawValue: "second_factor.turned_on")
    package static let secondFactorTurnedOff = AuditKind(rawValue: "second_factor.turned_off")
    /// An administrator requested to remove all factors after a time in which the user can cancel it.
    package static let factorResetRequested = AuditKind(rawValue: "factor_reset.requested")
    package static let factorResetCancelled = AuditKind(rawValue: "factor_reset.cancelled")
    package static let factorResetDone = AuditKind(rawValue: "factor_reset.done")
    package static let recoveryCodesCreated = AuditKind(rawValue: "recovery_codes.created")
    package static let recoveryCodeUsed = AuditKind(rawValue: "recovery_code.used")
    package static let consentGranted = AuditKind(rawValue: "consent.granted")
    package static let consentWithdrawn = AuditKind(rawValue: "consent.withdrawn")
    package static let consentDenied = AuditKind(rawValue: "consent.denied")
    package static let sessionStarted = AuditKind(rawValue: "session.started")
    package static let sessionEnded = AuditKind(rawValue: "session.ended")
    /// The user ended all sessions but the one that they used.
    package static let otherSessionsEnded = AuditKind(rawValue: "session.others_ended")
    package static let authorizationCodeRejected = AuditKind(rawValue: "authorization_code.rejected")
    package static let codeReplayed = AuditKind(rawValue: "authorization_code.replayed")
    package static let refreshReplayed = AuditKind(rawValue: "refresh_token.replayed")
    package static let tokenExchanged = AuditKind(rawValue: "token.exchanged")
    /// A workload got a token with an assertion of its issuer.
    package static let workloadAuthenticated = AuditKind(rawValue: "workload.authenticated")
    package static let tokenRevoked = AuditKind(rawValue: "token.revoked")
    package static let deviceApproved = AuditKind(rawValue: "device.approved")
    package static let deviceDenied = AuditKind(rawValue: "device.denied")
    package static let clientCreated = AuditKind(rawValue: "client.created")
    package static let clientUpdated = AuditKind(rawValue: "client.updated")
    package static let clientDeleted = AuditKind(rawValue: "client.deleted")
    package static let initialAccessTokenCreated = AuditKind(rawValue: "initial_access_token.created")
    package static let initialAccessTokenRevoked = AuditKind(rawValue: "initial_access_token.revoked")
    package static let resourceCreated = AuditKind(rawValue: "resource.created")
    package static let resourceUpdated = AuditKind(rawValue: "resource.updated")
    package static let resourceDeleted = AuditKind(rawValue: "resource.deleted")
    package static let keysRotated = AuditKind(rawValue: "keys.rotated")
    package static let messageFailed = AuditKind(rawValue: "message.failed")
}

extension AuditKind {
    /// All kinds of this version, in the order in which the documentation lists them.
    package static let all: [AuditKind] = [
        .accountCreated, .accountUpdated, .accountDeletionRequested, .accountKept, .accountDeleted, .accountExported,
        .accountSecured, .addressAdded, .addressMadePrimary, .addressRemoved, .addressChangeUndone, .addressVerified,
        .signedIn, .signInIncomplete, .signInFailed, .signedOut, .codeSent, .codeRejected, .passwordChanged,
        .passwordRemoved, .factorAdded, .factorRenamed, .factorRemoved, .secondFactorTurnedOn,
        .secondFactorTurnedOff, .factorResetRequested, .factorResetCancelled, .factorResetDone,
        .recoveryCodesCreated, .recoveryCodeUsed, .consentGranted, .consentWithdrawn, .consentDenied,
        .sessionStarted, .sessionEnded, .otherSessionsEnded, .authorizationCodeRejected, .codeReplayed,
        .refreshReplayed, .tokenExchanged, .workloadAuthenticated, .tokenRevoked, .deviceApproved, .deviceDenied,
        .clientCreated, .clientUpdated, .clientDeleted, .initialAccessTokenCreated, .initialAccessTokenRevoked,
        .resourceCreated, .resourceUpdated, .resourceDeleted, .keysRotated, .messageFailed,
    ]
}

extension AuditKind {
    /// The party that causes an event of a kind.
    package enum Party: String, Sendable {
        /// The user of the account.
        case user
        /// The client.
        case client
        /// A caller who has not proven to be the user.
        case anonymous
        /// An operator, by a command.
        case `operator`
        /// A background job.
        case job
    }

    /// The party that usually causes an event of this kind; operators and jobs can cause those of users and clients.
    package var party: Party {
        switch self {
        case .signInFailed, .codeSent, .codeRejected: .anonymous
        case .authorizationCodeRejected, .codeReplayed, .refreshReplayed, .tokenExchanged, .tokenRevoked,
            .workloadAuthenticated, .clientCreated, .clientUpdated, .clientDeleted:
            .client
        case .factorResetRequested, .initialAccessTokenCreated, .initialAccessTokenRevoked, .resourceCreated,
            .resourceUpdated, .resourceDeleted, .keysRotated:
            .operator
        case .messageFailed: .job
        default: .user
        }
    }
}
