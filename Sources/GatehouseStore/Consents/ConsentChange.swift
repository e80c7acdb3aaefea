/// Writes to consents; none conflicts.
package enum ConsentChange: Sendable, Equatable {
    /// Inserts, or replaces what was agreed before.
    case put(Consent)
    case remove(Account.ID, Client.ID)
}
