package import Foundation

/// Writes to accounts.
package enum AccountChange: Sendable, Equatable {
    /// Inserts an account. Conflicts if its id or an identifier exists, or the client that registered it does not.
    case insert(Account)
    /// Replaces the account. Conflicts unless the stored revision is one below, or if an identifier belongs to another
    /// account.
    case update(Account)
    /// Writes nothing; conflicts unless the account's credentials have this revision.
    ///
    /// For commits that depend on a password or address read before. Other changes of the account do not conflict with
    /// it.
    case requireRevision(Account.ID, credentialsRevision: Int)
    /// Replaces the password hash by another hash of the same password; conflicts unless the credentials have this
    /// revision.
    case rehash(Account.ID, String, credentialsRevision: Int)
    /// Records the use of a factor. Conflicts if the account does not exist.
    case recordUse(FactorUse)
    /// Inserts a known browser, or updates the time at which it was last seen, and the trust in it unless that is
    /// `nil`. Conflicts if the account does not exist.
    case recordBrowser(KnownBrowser)
    /// Ends the trust in all known browsers of an account, which stay known.
    ///
    /// Follows an update of the account in its commit, for which concurrent sign-ins that gain trust wait.
    case distrustBrowsers(Account.ID)
    /// Deletes the known browsers of an account.
    case forgetBrowsers(Account.ID)
    /// Deletes the account with its identifiers, credentials, consents, custom fields, sessions, browser sessions,
    /// codes, device approvals, flows, known browsers and uses of factors, and the network addresses and request IDs of
    /// its audit events. Conflicts if it does not exist.
    case delete(Account.ID)
}

/// Writes to credentials.
package enum CredentialChange: Sendable, Equatable {
    /// Inserts a credential. Conflicts if its id exists or its account does not.
    case insert(Credential)
    /// Replaces the credential. Conflicts unless the stored revision is one below.
    case update(Credential)
    /// Deletes the credential. Conflicts if it does not exist.
    case delete(Credential.ID)
    /// Deletes the credentials of an account; does nothing if there are none.
    case deleteAll(of: Account.ID)
}

/// Writes to custom fields.
package enum CustomFieldsChange: Sendable, Equatable {
    /// Replaces the custom fields.
    case put(CustomFields)
    /// Removes the custom fields; does nothing if there are none.
    case remove(Account.ID, Client.ID)
}

/// Writes to clients.
package enum ClientChange: Sendable, Equatable {
    /// Inserts a client. Conflicts if the identifier exists.
    case insert(Client)
    /// Replaces the client. Conflicts if it does not exist, or if a revision is given and the stored one differs.
    case update(Client, ifRevision: Int? = nil)
    /// Marks the client as deleted. Conflicts if it does not exist or is marked already.
    ///
    /// ``RecordSweeper/deleteRecords(of:)`` then deletes its records in small commits before the client.
    case markDeleted(Client.ID, at: Date)
    /// Deletes the client with its consents, custom fields, sessions, codes and device authorizations. Conflicts if it
    /// does not exist.
    case delete(Client.ID)
}

/// Writes to consents.
package enum ConsentChange: Sendable, Equatable {
    /// Inserts or replaces a consent. Conflicts if the account or the client does not exist.
    case put(Consent)
    /// Removes the consent; does nothing if there is none.
    case remove(Account.ID, Client.ID)
    /// Removes the consent, ends the active sessions of the account and client, and deletes the codes and device
    /// approvals that could start another session. Conflicts if there is no consent.
    case withdraw(Account.ID, Client.ID, reason: SessionEndReason, at: Date)
}
