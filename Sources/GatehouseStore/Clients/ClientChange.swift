/// Writes to clients.
package enum ClientChange: Sendable, Equatable {
    /// Conflicts when the id exists.
    case insert(Client)
    /// Replaces the client. Conflicts when it does not exist, or when a revision is named and the stored one is
    /// another.
    case update(Client, ifRevision: Int? = nil)
    /// Deletes the client with its consents, custom fields, sessions, codes and device authorizations. Conflicts when it does not exist.
    case delete(Client.ID)
}
