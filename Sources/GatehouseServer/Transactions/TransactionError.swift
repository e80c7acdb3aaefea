package import Foundation
package import GatehousePasswords

/// Why a step did not move on.
///
/// The transaction is alive unless it says otherwise.
package enum TransactionError: Error, Sendable, Equatable {
    /// Unknown, over, begun in another browser, or past its time: the person has to start again at the client.
    case gone
    /// The form belongs to an earlier step; the present one is to be shown.
    case stale
    /// Not a thing one can do at this step.
    case notPossible
    case invalidEmail
    /// The address and the password do not belong together, for whichever reason.
    case wrongCredentials
    /// Nothing was typed, so nothing was tried.
    case passwordMissing
    case codeMissing
    case wrongCode(triesLeft: Int)
    /// The code is dead after too many tries.
    case codeExhausted
    case codeExpired
    /// A code was sent a moment ago.
    case resendTooSoon(seconds: Int)
    case passwordRefused(PasswordVerdict)
    /// The attributes that were refused, by name.
    case attributesRefused([String: AttributeProblem])
    /// The account was shut out by an operator.
    case accountDisabled
    /// A limit was reached.
    case limited(retryAfter: TimeInterval)
    /// The address has been sent as many codes as it may be.
    case mailsUsedUp(retryAfter: TimeInterval)
    /// The server has too much to do.
    case overloaded(retryAfter: TimeInterval)
    /// The server could not do its work; nothing was changed.
    case failed
}
