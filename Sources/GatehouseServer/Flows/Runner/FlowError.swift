package import Foundation
package import GatehousePasswords
package import GatehouseStore
package import GatehouseWire

/// An error that prevents a flow from advancing.
///
/// The flow remains valid unless stated otherwise.
package enum FlowError: Error, Sendable, Equatable {
    /// The flow is unknown, finished, expired or bound to another browser or app: the user must start again at the
    /// client.
    case gone
    /// The client no longer registers the redirect URI of the request.
    case redirectURIRemoved
    /// The form or token belongs to a previous step; the current one must be shown.
    case stale
    /// The input does not fit the step.
    case notPossible
    case invalidEmail
    /// The address or the password is incorrect.
    case wrongCredentials
    /// The proof of a factor is incorrect, or the response to its enrolment.
    case factorRejected(FactorName)
    /// The server does not know the passkey, which the browser may forget.
    case passkeyUnknown
    /// The password is empty, so no attempt was counted.
    case passwordMissing
    case codeMissing
    case wrongCode(attemptsRemaining: Int)
    /// The code is invalid after too many attempts.
    case codeExhausted
    case codeExpired
    /// A code was sent recently.
    case resendTooSoon(seconds: Int)
    case passwordRejected(PasswordAssessment)
    /// Invalid attributes by name.
    case attributesRejected([String: AttributeError])
    /// The address has an account, which is disclosed only to its owner or to authorized apps.
    case accountExists
    /// The verified address belongs to another account.
    case addressTaken
    /// The address cannot be a second factor: it is malformed, the step does not offer addresses of its kind, or the
    /// account has too many.
    case addressRejected
    /// The address has no account, which is disclosed only to authorized apps.
    case accountUnknown
    /// The account signs in with codes, which is disclosed only to authorized apps.
    case accountHasNoPassword
    /// The sign-in requires another factor, which this account or channel does not offer.
    case additionalFactorRequired
    /// The app does not support these challenges; a browser does.
    case needsBrowser(ChallengeTypes)
    /// The continuation token has expired.
    case tokenExpired
    /// The client is not registered for these scopes.
    case scopesRejected(ScopeSet)
    /// The account was disabled by an operator.
    case accountDisabled
    /// A limit was reached.
    case limited(retryAfter: TimeInterval)
    /// The address has received the maximum number of codes.
    case mailLimitReached(retryAfter: TimeInterval)
    /// The server is overloaded.
    case overloaded(retryAfter: TimeInterval)
    /// The store is unavailable; the step may have been committed.
    case unavailable
    /// An internal error.
    case failed
}

extension FlowError: NewPasswordError {
    init(_ failure: ServiceFailure) {
        switch failure {
        case .rateLimited(let wait): self = .limited(retryAfter: wait)
        case .mailLimitReached(let wait): self = .mailLimitReached(retryAfter: wait)
        case .overloaded(let wait): self = .overloaded(retryAfter: wait)
        case .unavailable: self = .unavailable
        case .internalError: self = .failed
        }
    }
}

extension FlowError {
    init(_ error: PasswordCheckError) {
        switch error {
        case .wrongCredentials: self = .wrongCredentials
        case .accountDisabled: self = .accountDisabled
        case .failure(let failure): self.init(failure)
        }
    }

    /// Evaluates an expression and wraps the invalid attributes that it reports.
    static func wrappingAttributes<Value>(
        _ value: @autoclosure () throws(AttributeErrors) -> Value
    ) throws(FlowError) -> Value {
        do throws(AttributeErrors) { return try value() } catch { throw .attributesRejected(error.problems) }
    }
}
