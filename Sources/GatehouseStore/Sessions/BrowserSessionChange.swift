package import Foundation

/// Writes to browser sessions.
package enum BrowserSessionChange: Sendable, Equatable {
    /// Conflicts when the id or the secret's hash exists.
    case insert(BrowserSession)
    /// The same person has signed in again: replaces the secret, when and how they signed in, and the expiry.
    ///
    /// Conflicts unless the account has it and it has not ended, or when the secret's hash exists.
    case renew(BrowserSession)
    /// Ends it; does nothing when it has ended or does not exist.
    case end(BrowserSession.ID, at: Date)
    /// Ends all of the account's.
    case endAll(account: Account.ID, at: Date)
}
