package import Foundation
package import GatehousePasswords
package import GatehouseWire

/// Why a step did not move on.
///
/// The transaction is alive unless it says otherwise.
package enum TransactionError: Error, Sendable, Equatable {
    /// Unknown, over, begun in another browser or by another app, or past its time: the person has to start again at the client.
    case gone
    /// The form or the token belongs to an earlier step; the present one is to be shown.
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
    /// The address has an account, as its owner alone or an app that may know is told.
    case accountExists
    /// The address that was proven belongs to another account.
    case addressTaken
    /// The address has no account, as an app is told that may know.
    case accountUnknown
    /// The account signs in by code, as an app is told that may know.
    case accountHasNoPassword
    /// The app cannot ask for these proofs; a browser can.
    case needsBrowser(NativeChallenges)
    /// The app's token was good once, but its time is over.
    case tokenExpired
    /// The client is not registered for these.
    case scopesRefused(ScopeSet)
    /// The account was shut out by an operator.
    case accountDisabled
    /// A limit was reached.
    case limited(retryAfter: TimeInterval)
    /// The address has been sent as many codes as it may be.
    case mailsUsedUp(retryAfter: TimeInterval)
    /// The server has too much to do.
    case overloaded(retryAfter: TimeInterval)
    /// The store does not answer now; whether it has kept the step is not known.
    case unavailable
    /// The server could not do its work.
    case failed
}
