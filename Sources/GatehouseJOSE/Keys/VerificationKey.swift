import Crypto
import CryptoExtras
import Foundation
import GatehouseWire

/// A public key, ready to check signatures of the one algorithm it is for.
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

    /// Reads a published key; `nil` for one that is not for signatures, of another algorithm, weak or broken.
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

    /// Whether the signature over the bytes is this key's.
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
