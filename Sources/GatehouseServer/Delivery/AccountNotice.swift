import Foundation

/// A change of an account of which its user is notified by email.
package enum AccountNotice: String, Sendable, Hashable, CaseIterable {
    case passwordChanged, passwordRemoved
    case passkeyAdded, authenticatorAppAdded
    /// A passkey or an authenticator app was removed.
    case factorRemoved
    /// Sign-ins require a second factor from now on, or no longer.
    case secondFactorTurnedOn, secondFactorTurnedOff
    case recoveryCodesCreated, recoveryCodeUsed
    /// All factors will be removed at the request of an administrator, unless the user cancels the reset.
    case factorResetRequested, factorResetReminder
    case factorResetCancelled, factorResetDone
    /// A verified address was added to the account.
    case addressAdded
    /// Another verified address became the primary one.
    case addressMadePrimary
    case addressRemoved
    /// A verified address took the place of another one.
    case addressReplaced
    /// The addresses were restored from a link in an earlier notice.
    case addressChangeUndone
    case profileChanged
    case sessionEnded, otherSessionsEnded
    /// The user withdrew the access of an app.
    case appWithdrawn
    case dataExported
    case deletionRequested
    /// The requested deletion was cancelled.
    case accountKept
    case accountDeleted
    /// A sign-in came from a browser that had not been used with the account.
    case newBrowser

    /// The lifetime of the link in a notice, in seconds.
    static let linkLifetime: TimeInterval = 7 * 24 * 60 * 60

    /// Whether the notice is sent regardless of the quota of its recipient, because the change may be an attack.
    var isUrgent: Bool {
        switch self {
        case .passwordChanged, .passwordRemoved, .passkeyAdded, .authenticatorAppAdded, .factorRemoved,
            .secondFactorTurnedOn, .secondFactorTurnedOff, .recoveryCodesCreated, .recoveryCodeUsed,
            .factorResetRequested, .factorResetReminder, .factorResetCancelled, .factorResetDone, .addressAdded,
            .addressMadePrimary, .addressRemoved, .addressReplaced, .addressChangeUndone, .dataExported,
            .deletionRequested, .accountKept, .accountDeleted, .newBrowser:
            true
        case .profileChanged, .sessionEnded, .otherSessionsEnded, .appWithdrawn: false
        }
    }
}

/// The link of a notice, for a user who did not make the change.
package enum NoticeLink: Sendable, Hashable {
    /// Ends all sessions and begins a reset of the password.
    case secure(MessageLink)
    /// Restores the addresses and ends all sessions.
    case undo(MessageLink)
    /// Cancels the reset of the factors.
    case keepFactors(MessageLink)

    var link: MessageLink {
        switch self {
        case .secure(let link), .undo(let link), .keepFactors(let link): link
        }
    }

    /// The key prefix of the link's texts.
    var key: String {
        switch self {
        case .secure: "mail.notice.secure"
        case .undo: "mail.notice.undo"
        case .keepFactors: "mail.notice.keepFactors"
        }
    }
}
