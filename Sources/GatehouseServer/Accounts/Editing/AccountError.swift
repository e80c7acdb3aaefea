package import Foundation
package import GatehousePasswords
package import GatehouseStore

/// Why an account was not made, changed or found; nothing has happened to it.
package enum AccountError: Error, Sendable, Equatable {
    /// Somebody else has the name, which the caller may hear.
    case taken(AccountIdentifier.Kind)
    /// It can be no name of that kind.
    case invalid(AccountIdentifier.Kind)
    /// A password is of no use without a name.
    case nameMissing
    /// A name is of no use without a password.
    case passwordMissing
    case passwordRefused(PasswordVerdict)
    /// The new password is the old one.
    case passwordUnchanged
    case wrongPassword
    /// The account has a name and a password already.
    case notPseudo
    /// An attribute cannot have that value, by its name.
    case attributeRefused(String)
    /// The app keeps more with the account than it may.
    case customFieldsTooLarge
    case notFound
    case disabled
    /// Nothing waits to be proven.
    case nothingPending
    /// The account has no proven address of that kind to write to.
    case noAddress
    /// There is no password that could be reset.
    case noPassword
    /// The server cannot send text messages.
    case noTextMessages
    case wrongCode
    case codeExpired
    /// The expiry asked for is past, or later than the client's tokens may live.
    case expiryRefused
    /// The sign-in is too old for this change.
    case signInRequired(within: TimeInterval)
    /// A limit was reached.
    case limited(retryAfter: TimeInterval)
    /// The server is overloaded, or every attempt conflicted with other writers of the account.
    case overloaded(retryAfter: TimeInterval)
    /// An internal error. Its cause is in the log.
    case failed
}
