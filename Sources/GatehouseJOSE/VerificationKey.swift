import Crypto
import CryptoExtras
import Foundation
package import GatehouseWire

/// A public key that verifies signatures of its algorithms.
struct VerificationKey: Sendable {
    private enum Backing {
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)

        /// The algorithms that fit the key.
        var algorithms: [SigningAlgorithm] {
            switch self {
            case .p256: [.es256]
            case .p384: [.es384]
            case .ed25519: [.edDSA]
            case .rsa: [.rs256, .ps256]
            }
        }
    }

    private let backing: Backing
    /// The algorithm that the key is restricted to (RFC 8725 §3.1); otherwise every algorithm of its type.
    private let algorithm: SigningAlgorithm?
    let keyID: String?

    /// Creates the key from a published one; `nil` if it is not for signatures, unsupported, weak or malformed.
    init?(_ key: JSONWebKey) {
        guard key.use == nil || key.use == "sig", let backing = Self.backing(of: key) else { return nil }
        if let algorithm = key.algorithm, !backing.algorithms.contains(algorithm) { return nil }
        self.backing = backing
        algorithm = key.algorithm ?? (backing.algorithms.count == 1 ? backing.algorithms.first : nil)
        keyID = key.keyID
    }

    private static func backing(of key: JSONWebKey) -> Backing? {
        switch (key.keyType, key.curve) {
        case (.ellipticCurve, JSONWebKey.Curve.p256):
            guard let x = bytes(key.x, 32...32), let y = bytes(key.y, 32...32) else { return nil }
            return (try? P256.Signing.PublicKey(rawRepresentation: x + y)).map { .p256($0) }
        case (.ellipticCurve, JSONWebKey.Curve.p384):
            guard let x = bytes(key.x, 48...48), let y = bytes(key.y, 48...48) else { return nil }
            return (try? P384.Signing.PublicKey(rawRepresentation: x + y)).map { .p384($0) }
        case (.octetKeyPair, JSONWebKey.Curve.ed25519):
            guard let x = bytes(key.x, 32...32) else { return nil }
            return Curve25519.Signing.PublicKey(encoding: x).map { .ed25519($0) }
        case (.rsa, _):
            guard let modulus = bytes(key.modulus, 256...1024), let exponent = bytes(key.exponent, 1...4),
                let publicKey = try? _RSA.Signing.PublicKey(n: modulus, e: exponent), publicKey.keySizeInBits >= 2048
            else { return nil }
            return .rsa(publicKey)
        default:
            return nil
        }
    }

    /// Returns the bytes of a member if there are as many as its key type requires.
    private static func bytes(_ text: String?, _ count: ClosedRange<Int>) -> Data? {
        guard let text, let bytes = Base64URL.decode(text), count.contains(bytes.count) else { return nil }
        return bytes
    }

    /// Returns whether the key verifies signatures of an algorithm.
    func supports(_ algorithm: SigningAlgorithm) -> Bool {
        self.algorithm.map { $0 == algorithm } ?? backing.algorithms.contains(algorithm)
    }

    /// Returns whether the signature of a token is valid.
    func isValid(_ token: CompactJWS) -> Bool {
        guard supports(token.header.algorithm) else { return false }
        let signature = token.signature
        switch backing {
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: token.signingInput)
        case .p384(let key):
            guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: token.signingInput)
        case .ed25519(let key):
            return key.isValidSignature(signature, for: token.signingInput)
        case .rsa(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: token.signingInput,
                padding: token.header.algorithm == .ps256 ? .PSS : .insecurePKCS1v1_5
            )
        }
    }
}

extension JSONWebKey {
    /// Creates the JWK of an ES256 key, with its thumbprint as ID.
    init(_ key: P256.Signing.PublicKey) {
        let coordinates = key.rawRepresentation
        let x = Base64URL.encode(coordinates.prefix(32))
        let y = Base64URL.encode(coordinates.suffix(32))
        self.init(keyID: JSONWebKey(keyID: nil, x: x, y: y).thumbprint, x: x, y: y)
    }

    /// Creates the JWK of an EdDSA key, with its thumbprint as ID.
    init(_ key: Curve25519.Signing.PublicKey) {
        let x = Base64URL.encode(key.rawRepresentation)
        self.init(keyID: JSONWebKey(keyID: nil, ed25519: x).thumbprint, ed25519: x)
    }

    /// Creates the JWK of an RSA key, with its thumbprint as ID; `nil` if the library cannot extract its components.
    init?(_ key: _RSA.Signing.PublicKey, algorithm: SigningAlgorithm) {
        guard let primitives = try? key.getKeyPrimitives() else { return nil }
        let modulus = Base64URL.encode(primitives.modulus)
        let exponent = Base64URL.encode(primitives.publicExponent)
        let unnamed = JSONWebKey(keyID: nil, modulus: modulus, exponent: exponent)
        self.init(keyID: unnamed.thumbprint, modulus: modulus, exponent: exponent, algorithm: algorithm)
    }
}

extension JSONWebKey {
    /// The SHA-256 thumbprint in base64url (RFC 7638 §3, RFC 8037 §2); `nil` for unsupported key types.
    package var thumbprint: String? {
        essential.map { Base64URL.encode(SHA256Digest.of(JSONCoding.encode($0))) }
    }
}
