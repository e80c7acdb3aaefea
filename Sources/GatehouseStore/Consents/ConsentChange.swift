package import Foundation

/// Writes to consents.
package enum ConsentChange: Sendable, Equatable {
    /// Inserts, or replaces what was agreed before. Conflicts when the account or the client does not exist.
    case put(Consent)
    /// Removes the consent; does nothing when there is none.
    case remove(Account.ID, Client.ID)
    /// Removes the consent, ends the living sessions of the account and client, and deletes the codes and device
    /// approvals that could start another session. Conflicts when there is no consent.
    case withdraw(Account.ID, Client.ID, reason: SessionEndReason, at: Date)
}
