import Foundation
import GatehouseJOSE
import GatehouseWire

/// The private key that the tokens of a session are bound to (RFC 9449), as it is stored with them.
///
/// The key is generated for each sign-in and stored in the same record as its tokens, so that neither exists without
/// the other, and processes that share the sessions share their keys.
package struct ProofKey: Sendable, Hashable, Codable {
    /// The number of random values that may not be valid keys; the probability of each is 2^-32.
    private static let maximumAttempts = 4

    /// The key in base64url; that of a key in the Secure Enclave is encrypted by it.
    private var material: Secret
    /// Whether the key is in the Secure Enclave; `nil` if not.
    private var isInSecureEnclave: Bool?

    enum CodingKeys: String, CodingKey {
        case material = "key"
        case isInSecureEnclave = "secureEnclave"
    }

    /// Generates a key for ES256, in the Secure Enclave of a device that has one.
    ///
    /// - Parameter randomBytes: The source of a key outside of the Secure Enclave.
    /// - Throws: `cryptoFailure` if the random values are no valid keys.
    init(randomBytes: (_ count: Int) -> [UInt8]) throws(JOSEError) {
        if let key = SigningKey.generateInSecureEnclave() {
            material = Secret(Base64URL.encode(key.privateMaterial))
            isInSecureEnclave = true
            return
        }
        for _ in 0..<Self.maximumAttempts {
            let bytes = Data(randomBytes(32))
            guard (try? SigningKey(.es256, privateMaterial: bytes)) != nil else { continue }
            material = Secret(Base64URL.encode(bytes))
            return
        }
        throw .cryptoFailure
    }

    /// The key for signing.
    ///
    /// - Throws: `invalidKey` if the stored key is malformed, or the Secure Enclave cannot use it at the moment.
    var signingKey: SigningKey {
        get throws(JOSEError) {
            guard let bytes = Base64URL.decode(material.reveal()) else { throw .invalidKey }
            guard isInSecureEnclave == true else { return try SigningKey(.es256, privateMaterial: bytes) }
            return try SigningKey(inSecureEnclave: bytes)
        }
    }

    /// Whether the stored key is malformed, so that no later attempt can succeed.
    var isLost: Bool { isInSecureEnclave != true && (try? signingKey) == nil }
}
