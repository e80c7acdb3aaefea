/// Writes to accounts.
package enum AccountChange: Sendable, Equatable {
    /// Conflicts when the id, or any of its identifiers, exists, or the client it was registered by does not.
    case insert(Account)
    /// Replaces the account. Conflicts unless the stored revision is one below, or when an identifier belongs to another account.
    case update(Account)
    /// Writes nothing; conflicts unless the account's credentials have this revision.
    ///
    /// Part of a commit that acts on a password or an address as it was read. Other changes of the account do not
    /// conflict with it.
    case unchanged(Account.ID, credentialsRevision: Int)
    /// Replaces the password's hash by another one of the same password; conflicts unless the credentials have this
    /// revision.
    case rehash(Account.ID, String, credentialsRevision: Int)
    /// Deletes the account with its identifiers, consents, custom fields, sessions, browser sessions, codes and device approvals. Conflicts when it does not exist.
    case delete(Account.ID)
}
