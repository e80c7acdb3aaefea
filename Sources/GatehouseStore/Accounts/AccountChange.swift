/// Writes to accounts.
package enum AccountChange: Sendable, Equatable {
    /// Conflicts when the id, or any of its identifiers, exists.
    case insert(Account)
    /// Replaces the account. Conflicts unless the stored revision is one below, or when an identifier belongs to another account.
    case update(Account)
    /// Deletes the account with its identifiers, consents, sessions, browser sessions, codes and device approvals. Conflicts when it does not exist.
    case delete(Account.ID)
}
