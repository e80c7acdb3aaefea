/// Writes to clients.
package enum ClientChange: Sendable, Equatable {
    /// Conflicts when the id exists.
    case insert(Client)
    /// Conflicts when it does not exist.
    case update(Client)
    /// Deletes the client with its consents, custom fields, sessions, codes and device authorizations. Conflicts when it does not exist.
    case delete(Client.ID)
}
