package import Foundation

/// Writes to browser sessions.
package enum BrowserSessionChange: Sendable, Equatable {
    /// Conflicts when the id or the secret's hash exists.
    case insert(BrowserSession)
    /// Ends it; does nothing when it has ended or does not exist.
    case end(BrowserSession.ID, at: Date)
    /// Ends all of the account's.
    case endAll(account: Account.ID, at: Date)
}
