import Crypto
package import Foundation

/// Encrypts small secrets for storage or for untrusted parties (ChaCha20-Poly1305, RFC 8439).
package struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// Creates a box with a key of 32 bytes.
    ///
    /// - Throws: `invalidKey` for another length.
    package init(key: Data) throws(JOSEError) {
        guard key.count == 32 else { throw .invalidKey }
        self.key = SymmetricKey(data: key)
    }

    /// Seals a message and binds it to associated data.
    ///
    /// - Returns: The nonce, ciphertext and tag, 28 bytes longer than the message.
    package func seal(_ message: Data, for associatedData: Data) throws(JOSEError) -> Data {
        do {
            return try ChaChaPoly.seal(message, using: key, authenticating: associatedData).combined
        } catch {
            throw .cryptoFailure
        }
    }

    /// Opens a message that was sealed with the same associated data.
    ///
    /// - Throws: `cannotOpen` if the key or associated data differs, or the message was changed.
    package func open(_ sealed: Data, for associatedData: Data) throws(JOSEError) -> Data {
        do {
            return try ChaChaPoly.open(
                ChaChaPoly.SealedBox(combined: sealed),
                using: key,
                authenticating: associatedData
            )
        } catch {
            throw .cannotOpen
        }
    }
}
