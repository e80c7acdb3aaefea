/// Writes to accounts.
package enum AccountChange: Sendable, Equatable {
    /// Conflicts when the id, or any of its identifiers, exists, or the client it was registered by does not.
    case insert(Account)
    /// Replaces the account. Conflicts unless the stored revision is one below, or when an identifier belongs to another account.
    case update(Account)
    /// Writes nothing; conflicts unless the stored revision is this one.
    ///
    /// It belongs into a commit that acts on an account as it was read, such as on the password it had.
    case unchanged(Account.ID, revision: Int)
    /// Deletes the account with its identifiers, consents, custom fields, sessions, browser sessions, codes and device approvals. Conflicts when it does not exist.
    case delete(Account.ID)
}
