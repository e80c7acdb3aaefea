import Crypto
package import Foundation

#if canImport(CryptoKit)
import CryptoKit
import Security
#endif

/// A key for ES256 that the Secure Enclave of the device generated and never reveals.
struct SecureEnclaveKey: Sendable {
    /// The encrypted key, which is useless on other devices.
    let representation: Data
    let publicKey: P256.Signing.PublicKey

    #if canImport(CryptoKit)
    /// Generates a key that can sign after the first unlock since boot; `nil` on a device without a Secure Enclave.
    static func generate() -> SecureEnclaveKey? {
        guard SecureEnclave.isAvailable,
            // The default requires an unlocked device, but tokens are refreshed in the background.
            let access = SecAccessControlCreateWithFlags(
                nil,
                kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                .privateKeyUsage,
                nil
            ),
            let key = try? SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        else { return nil }
        return try? SecureEnclaveKey(key)
    }

    /// Loads a key from its representation.
    ///
    /// - Throws: `invalidKey` if the Secure Enclave cannot use it, or cannot at the moment.
    init(representation: Data) throws(JOSEError) {
        guard let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: representation) else {
            throw .invalidKey
        }
        try self.init(key)
    }

    private init(_ key: SecureEnclave.P256.Signing.PrivateKey) throws(JOSEError) {
        let point = key.publicKey.rawRepresentation
        guard let publicKey = try? P256.Signing.PublicKey(rawRepresentation: point) else { throw .invalidKey }
        representation = key.dataRepresentation
        self.publicKey = publicKey
    }

    /// Returns the signature of bytes: r and s (RFC 7518 §3.4).
    func signature(for bytes: Data) throws(JOSEError) -> Data {
        do {
            let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: representation)
            return try key.signature(for: bytes).rawRepresentation
        } catch {
            throw .cryptoFailure
        }
    }
    #else
    /// Returns `nil`: there is no Secure Enclave.
    static func generate() -> SecureEnclaveKey? { nil }

    /// Throws `invalidKey`: there is no Secure Enclave.
    init(representation: Data) throws(JOSEError) { throw .invalidKey }

    /// Throws `cryptoFailure`: there is no Secure Enclave.
    func signature(for bytes: Data) throws(JOSEError) -> Data { throw .cryptoFailure }
    #endif
}

extension SigningKey {
    /// Generates a key for ES256 in the Secure Enclave; `nil` on a device without one.
    package static func generateInSecureEnclave() -> SigningKey? {
        guard let key = SecureEnclaveKey.generate() else { return nil }
        return try? SigningKey(key)
    }

    /// Loads a key of the Secure Enclave from its `privateMaterial`.
    ///
    /// - Throws: `invalidKey` if the Secure Enclave cannot use it, or cannot at the moment.
    package init(inSecureEnclave privateMaterial: Data) throws(JOSEError) {
        try self.init(SecureEnclaveKey(representation: privateMaterial))
    }
}
