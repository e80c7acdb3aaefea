/// Why there is no signing key.
package enum KeyringError: Error, Sendable, Equatable {
    /// The store could not be read or written, or the key could not be made.
    case unavailable
    /// A stored key cannot be opened: the key file is not the one it was sealed under. The text names the key.
    case unreadable(String)
}
