import Crypto
import CryptoExtras
import Foundation
import GatehouseJOSE
import GatehouseWire

/// A public key that verifies signatures of its one algorithm.
struct CredentialPublicKey: Sendable {
    private enum Backing {
        case es256(P256.Signing.PublicKey)
        case edDSA(Curve25519.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
    }

    /// The labels of key parameters (RFC 9052 §7.1, RFC 9053 §7.1 and §7.2, RFC 8230 §4).
    private enum Label {
        static let keyType = CBORValue.integer(1)
        static let algorithm = CBORValue.integer(3)
        static let curve = CBORValue.integer(-1)
        static let x = CBORValue.integer(-2)
        static let y = CBORValue.integer(-3)
        static let modulus = CBORValue.integer(-1)
        static let exponent = CBORValue.integer(-2)
    }

    private static let keySizes = 2048...4096

    private let backing: Backing
    let algorithm: COSEAlgorithm

    /// Creates the key from a COSE key, which must have the type and the curve of its algorithm, and no member beyond
    /// the required ones (WebAuthn Level 3 §6.5.1.1).
    init(_ value: CBORValue) throws(WebAuthnError) {
        guard let members = value.map, let number = members[Label.algorithm]?.integer,
            let type = members[Label.keyType]?.integer
        else { throw .malformedPublicKey }
        algorithm = COSEAlgorithm(rawValue: Int(number))
        switch algorithm {
        case .es256:
            guard type == 2, members.count == 5, members[Label.curve]?.integer == 1,
                let x = members[Label.x]?.bytes, x.count == 32,
                let y = members[Label.y]?.bytes, y.count == 32,
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { throw .malformedPublicKey }
            backing = .es256(key)
        case .edDSA:
            guard type == 1, members.count == 4, members[Label.curve]?.integer == 6,
                let x = members[Label.x]?.bytes, x.count == 32,
                let key = Curve25519.Signing.PublicKey(encoding: x)
            else { throw .malformedPublicKey }
            backing = .edDSA(key)
        case .rs256:
            guard type == 3, members.count == 4, let modulus = members[Label.modulus]?.bytes,
                let exponent = members[Label.exponent]?.bytes
            else { throw .malformedPublicKey }
            backing = .rs256(try Self.rsaKey(modulus: modulus, exponent: exponent))
        default: throw .algorithmNotAllowed
        }
    }

    /// Creates the key of a certificate; returns `nil` for an algorithm that is not supported there.
    init?(subjectPublicKeyInfo: Data, algorithm: COSEAlgorithm) throws(WebAuthnError) {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PublicKey(derRepresentation: subjectPublicKeyInfo) else {
                throw .invalidAttestationCertificate
            }
            backing = .es256(key)
        case .rs256:
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: subjectPublicKeyInfo),
                Self.keySizes.contains(key.keySizeInBits)
            else { throw .invalidAttestationCertificate }
            backing = .rs256(key)
        default: return nil
        }
        self.algorithm = algorithm
    }

    /// Creates an RSA key; the size is checked first, because the time of a verification depends on it.
    private static func rsaKey(modulus: Data, exponent: Data) throws(WebAuthnError) -> _RSA.Signing.PublicKey {
        guard let first = modulus.first, first != 0, (1...4).contains(exponent.count), exponent.first != 0 else {
            throw .malformedPublicKey
        }
        guard keySizes.contains(modulus.count * 8 - first.leadingZeroBitCount) else { throw .unsupportedKeySize }
        let number = exponent.reduce(0) { $0 << 8 | UInt64($1) }
        guard number >= 3, !number.isMultiple(of: 2), modulus.last.map({ !$0.isMultiple(of: 2) }) == true,
            let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
        else { throw .malformedPublicKey }
        return key
    }

    /// Returns whether the signature of the bytes is valid (WebAuthn Level 3 §6.5.5).
    func isValid(_ signature: Data, for bytes: Data) -> Bool {
        switch backing {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .edDSA(let key):
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
