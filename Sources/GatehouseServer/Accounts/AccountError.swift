package import Foundation
package import GatehousePasswords
package import GatehouseStore
package import GatehouseWire

/// An error of an account operation, which changed nothing.
package enum AccountError: Error, Sendable, Equatable {
    /// Another account has the identifier, and the caller may learn of it.
    case taken(AccountIdentifier.Kind)
    /// The value is not a valid identifier of the kind.
    case invalid(AccountIdentifier.Kind)
    /// A password requires an identifier.
    case nameMissing
    /// An identifier requires a password.
    case passwordMissing
    case passwordRejected(PasswordAssessment)
    /// The new password equals the old one.
    case passwordUnchanged
    case wrongPassword
    /// The account already has credentials.
    case alreadyHasCredentials
    /// The value of the named attribute is invalid.
    case attributeRejected(String)
    /// The app's custom fields exceed the size limit.
    case customFieldsTooLarge
    /// There is no such account, or its user has requested its deletion.
    case notFound
    /// The account has no such session or app.
    case itemNotFound
    case disabled
    /// No verification is pending.
    case nothingPending
    /// The account has no verified address of that kind.
    case noAddress
    /// The account has no password to reset.
    case noPassword
    /// SMS delivery is not configured.
    case noTextMessages
    /// The password or address is the last way to sign in, and cannot be removed.
    case lastSignInMethod
    /// The address is the last verified one, without which the account could not be recovered.
    case lastAddress
    /// The account has the maximum number of credentials of the factor.
    case tooManyCredentials
    /// The user has enrolled no second factor.
    case secondFactorMissing
    /// Another account is verifying the address.
    case addressClaimed
    /// The address has not been verified.
    case addressUnverified
    /// The account has the maximum number of addresses of the kind.
    case tooManyAddresses
    /// The account has changed since the caller read it.
    case changedMeanwhile
    case wrongCode
    case codeExpired
    /// The requested expiration is in the past or exceeds the client's token lifetime.
    case expirationRejected
    /// The server requires more factors than the operation proves.
    case additionalFactorRequired
    /// The sign-in is too old for this operation, or does not reach the class that it requires.
    case signInRequired(within: TimeInterval, acr: ACR? = nil)
    /// A limit was reached.
    case limited(retryAfter: TimeInterval)
    /// The server is overloaded, or every attempt conflicted with other writers of the account.
    case overloaded(retryAfter: TimeInterval)
    /// An internal error. Its cause is in the log.
    case failed
}

extension AccountError: NewPasswordError {
    init(_ failure: ServiceFailure) {
        switch failure {
        case .rateLimited(let wait), .mailLimitReached(let wait): self = .limited(retryAfter: wait)
        case .overloaded(let wait): self = .overloaded(retryAfter: wait)
        case .unavailable: self = .overloaded(retryAfter: 5)
        case .internalError: self = .failed
        }
    }
}
