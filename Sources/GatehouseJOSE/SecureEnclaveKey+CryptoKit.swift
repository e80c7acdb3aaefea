#if canImport(CryptoKit)
import Crypto
import CryptoKit
import Foundation
import Security

extension SecureEnclaveKey {
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
        self.init(representation: key.dataRepresentation, publicKey: publicKey)
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
}
#endif
