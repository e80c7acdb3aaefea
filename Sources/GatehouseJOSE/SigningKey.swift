import Crypto
import CryptoExtras
package import Foundation
package import GatehouseWire

/// A private key that signs tokens, identified by its public key.
package struct SigningKey: Sendable {
    private enum Backing {
        case es256(P256.Signing.PrivateKey)
        case secureEnclave(SecureEnclaveKey)
        case edDSA(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
        case ps256(_RSA.Signing.PrivateKey)

        var algorithm: SigningAlgorithm {
            switch self {
            case .es256, .secureEnclave: .es256
            case .edDSA: .edDSA
            case .rs256: .rs256
            case .ps256: .ps256
            }
        }
    }

    private let backing: Backing

    /// The public key as it is published.
    package let publicJWK: JSONWebKey

    /// The key ID: the thumbprint of the public key (RFC 7638).
    package let keyID: String

    /// The encoded headers, which are the same for all tokens of a type.
    private let headers: [JWTType: String]

    package var algorithm: SigningAlgorithm { backing.algorithm }

    /// Generates a key for ES256, EdDSA, RS256 or PS256; an RSA key has 2048 bits and takes a few tenths of a second.
    ///
    /// - Throws: `algorithmNotAllowed` for other algorithms.
    package static func generate(_ algorithm: SigningAlgorithm) throws(JOSEError) -> SigningKey {
        switch algorithm {
        case .es256:
            return try SigningKey(.es256(P256.Signing.PrivateKey()))
        case .edDSA:
            return try SigningKey(.edDSA(Curve25519.Signing.PrivateKey()))
        case .rs256, .ps256:
            guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { throw .cryptoFailure }
            return try SigningKey(algorithm == .ps256 ? .ps256(key) : .rs256(key))
        default:
            throw .algorithmNotAllowed
        }
    }

    /// Creates a key from its `privateMaterial`.
    ///
    /// - Throws: `invalidKey` if the data is malformed, `algorithmNotAllowed` for other algorithms.
    package init(_ algorithm: SigningAlgorithm, privateMaterial: Data) throws(JOSEError) {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: privateMaterial) else { throw .invalidKey }
            try self.init(.es256(key))
        case .edDSA:
            guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateMaterial) else {
                throw .invalidKey
            }
            try self.init(.edDSA(key))
        case .rs256, .ps256:
            guard let key = try? _RSA.Signing.PrivateKey(derRepresentation: privateMaterial) else { throw .invalidKey }
            try self.init(algorithm == .ps256 ? .ps256(key) : .rs256(key))
        default:
            throw .algorithmNotAllowed
        }
    }

    /// Creates a key that the Secure Enclave signs with.
    init(_ key: SecureEnclaveKey) throws(JOSEError) {
        try self.init(.secureEnclave(key))
    }

    /// The private key, to be sealed before storage: the raw scalar for ES256, the seed for EdDSA, PKCS #1 DER for RSA;
    /// of a key in the Secure Enclave, its encrypted form.
    package var privateMaterial: Data {
        switch backing {
        case .es256(let key): key.rawRepresentation
        case .secureEnclave(let key): key.representation
        case .edDSA(let key): key.rawRepresentation
        case .rs256(let key), .ps256(let key): key.derRepresentation
        }
    }

    private init(_ backing: Backing) throws(JOSEError) {
        let jwk: JSONWebKey? =
            switch backing {
            case .es256(let key): JSONWebKey(key.publicKey)
            case .secureEnclave(let key): JSONWebKey(key.publicKey)
            case .edDSA(let key): JSONWebKey(key.publicKey)
            case .rs256(let key), .ps256(let key): JSONWebKey(key.publicKey, algorithm: backing.algorithm)
            }
        guard let jwk, let keyID = jwk.keyID else { throw .invalidKey }
        self.backing = backing
        self.keyID = keyID
        publicJWK = jwk
        headers = Dictionary(
            uniqueKeysWithValues: [JWTType.accessToken, .idToken, .dpopProof].map { kind in
                let header = JWSHeader(algorithm: backing.algorithm, key: jwk, kind: kind)
                return (kind, Base64URL.encode(JSONCoding.encode(header)))
            }
        )
    }

    /// Returns the encoded header of tokens of a type.
    func header(_ kind: JWTType) -> String {
        headers[kind]
            ?? Base64URL.encode(JSONCoding.encode(JWSHeader(algorithm: algorithm, key: publicJWK, kind: kind)))
    }

    /// Returns the signature of bytes: r and s for ES256 (RFC 7518 §3.4), otherwise as the algorithm defines it.
    package func signature(for bytes: Data) throws(JOSEError) -> Data {
        do {
            switch backing {
            case .es256(let key):
                return try key.signature(for: bytes).rawRepresentation
            case .secureEnclave(let key):
                return try key.signature(for: bytes)
            case .edDSA(let key):
                return try key.signature(for: bytes)
            case .rs256(let key):
                return try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
            case .ps256(let key):
                return try key.signature(for: bytes, padding: .PSS).rawRepresentation
            }
        } catch {
            throw .cryptoFailure
        }
    }
}

extension SigningKey {
    /// Returns a signed token in compact form (RFC 7515 §7.1).
    ///
    /// Its header names the key; that of a DPoP proof contains the public key (RFC 9449 §4.2).
    ///
    /// - Throws: `cryptoFailure` if the library cannot sign.
    package func sign(_ claims: some Encodable, as kind: JWTType) throws(JOSEError) -> Secret {
        let input = header(kind) + "." + Base64URL.encode(JSONCoding.encode(claims))
        return Secret(input + "." + Base64URL.encode(try signature(for: Data(input.utf8))))
    }
}
