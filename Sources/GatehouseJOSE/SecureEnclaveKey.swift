import Crypto
package import Foundation

/// A key for ES256 that the Secure Enclave of the device generated and never reveals.
struct SecureEnclaveKey: Sendable {
    /// The encrypted key, which is useless on other devices.
    let representation: Data
    let publicKey: P256.Signing.PublicKey
}

#if !canImport(CryptoKit)
extension SecureEnclaveKey {
    /// Returns `nil`: there is no Secure Enclave.
    static func generate() -> SecureEnclaveKey? { nil }

    /// Throws `invalidKey`: there is no Secure Enclave.
    init(representation: Data) throws(JOSEError) { throw .invalidKey }

    /// Throws `cryptoFailure`: there is no Secure Enclave.
    func signature(for bytes: Data) throws(JOSEError) -> Data { throw .cryptoFailure }
}
#endif

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
