import Crypto
package import Foundation

/// Seals small secrets with one key, so that they can be stored or handed to a stranger (ChaCha20-Poly1305, RFC 8439).
package struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// A box under a key of 32 bytes.
    ///
    /// - Throws: `invalidKey` for any other length.
    package init(key: Data) throws(JOSEError) {
        guard key.count == 32 else { throw .invalidKey }
        self.key = SymmetricKey(data: key)
    }

    /// Seals a message together with what it belongs to: it opens nowhere else.
    ///
    /// Answers the nonce, the ciphertext and the tag in one piece, 28 bytes longer than the message.
    package func seal(_ message: Data, for associatedData: Data) throws(JOSEError) -> Data {
        do {
            return try ChaChaPoly.seal(message, using: key, authenticating: associatedData).combined
        } catch {
            throw .cryptoFailure
        }
    }

    /// Opens what `seal` made for the same associated data.
    ///
    /// - Throws: `cannotOpen` when the key or the associated data is another one, or the message was changed.
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
