package import Foundation

/// Writes to signing keys.
package enum KeyChange: Sendable, Equatable {
    /// Conflicts when the id exists, or when another key of the algorithm is not retired.
    case insert(StoredKey)
    /// Conflicts when it does not exist or is retired already.
    case retire(StoredKey.ID, at: Date, expiresAt: Date)
    /// Deletes it; does nothing when it does not exist.
    case delete(StoredKey.ID)
}
