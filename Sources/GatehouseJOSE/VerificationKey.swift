import Crypto
import CryptoExtras
import Foundation
package import GatehouseWire

/// A public key that verifies signatures of its one algorithm.
struct VerificationKey: Sendable {
    private enum Backing {
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
    }

    private let backing: Backing
    let keyID: String?

    var algorithm: SigningAlgorithm {
        switch backing {
        case .es256: .es256
        case .rs256: .rs256
        }
    }

    /// Creates the key from a published one; `nil` if it is not for signatures, unsupported, weak or malformed.
    init?(_ key: JSONWebKey) {
        guard key.use == nil || key.use == "sig" else { return nil }
        keyID = key.keyID
        switch (key.keyType, key.algorithm) {
        case (.ellipticCurve, nil), (.ellipticCurve, SigningAlgorithm.es256):
            guard key.curve == "P-256",
                let x = key.x.flatMap({ Base64URL.decode($0) }), x.count == 32,
                let y = key.y.flatMap({ Base64URL.decode($0) }), y.count == 32,
                let publicKey = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { return nil }
            backing = .es256(publicKey)
        case (.rsa, nil), (.rsa, SigningAlgorithm.rs256):
            guard let modulus = key.modulus.flatMap({ Base64URL.decode($0) }), (256...1024).contains(modulus.count),
                let exponent = key.exponent.flatMap({ Base64URL.decode($0) }), (1...4).contains(exponent.count),
                let publicKey = try? _RSA.Signing.PublicKey(n: modulus, e: exponent),
                publicKey.keySizeInBits >= 2048
            else { return nil }
            backing = .rs256(publicKey)
        default:
            return nil
        }
    }

    /// Returns whether the signature of the bytes is valid.
    func isValid(_ signature: Data, for bytes: Data) -> Bool {
        switch backing {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: bytes,
                padding: .insecurePKCS1v1_5
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

    /// Creates the JWK of an RS256 key, with its thumbprint as ID; `nil` if the library cannot extract its components.
    init?(_ key: _RSA.Signing.PublicKey) {
        guard let primitives = try? key.getKeyPrimitives() else { return nil }
        let modulus = Base64URL.encode(primitives.modulus)
        let exponent = Base64URL.encode(primitives.publicExponent)
        let unnamed = JSONWebKey(keyID: nil, modulus: modulus, exponent: exponent)
        self.init(keyID: unnamed.thumbprint, modulus: modulus, exponent: exponent)
    }
}

extension JSONWebKey {
    /// The SHA-256 thumbprint in base64url (RFC 7638 §3); `nil` for unsupported key types.
    package var thumbprint: String? {
        essential.map { Base64URL.encode(SHA256Digest.of(JSONCoding.encode($0))) }
    }
}
