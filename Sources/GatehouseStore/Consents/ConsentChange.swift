/// Writes to consents; none conflicts, as long as the account and the client exist.
package enum ConsentChange: Sendable, Equatable {
    /// Inserts, or replaces what was agreed before.
    case put(Consent)
    case remove(Account.ID, Client.ID)
}
