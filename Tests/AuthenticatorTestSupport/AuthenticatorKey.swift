package import Crypto
package import CryptoExtras
package import Foundation
package import GatehouseTesting

/// A private key of the software authenticator.
package enum AuthenticatorKey {
    case es256(P256.Signing.PrivateKey)
    case edDSA(Curve25519.Signing.PrivateKey)
    case rs256(_RSA.Signing.PrivateKey)

    package static var es256: AuthenticatorKey { .es256(P256.Signing.PrivateKey()) }
    package static var edDSA: AuthenticatorKey { .edDSA(Curve25519.Signing.PrivateKey()) }

    package static func rs256(bits: Int = 2048) throws -> AuthenticatorKey {
        .rs256(try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: bits)))
    }

    /// The COSE algorithm.
    package var algorithm: Int64 {
        switch self {
        case .es256: -7
        case .edDSA: -8
        case .rs256: -257
        }
    }

    /// Returns the members of the COSE key.
    package func coseMembers() throws -> [(EncodableCBOR, EncodableCBOR)] {
        switch self {
        case .es256(let key): return EncodableCBOR.coseMembers(key.publicKey)
        case .edDSA(let key):
            return [
                (.integer(1), .integer(1)), (.integer(3), .integer(-8)), (.integer(-1), .integer(6)),
                (.integer(-2), .bytes(key.publicKey.rawRepresentation)),
            ]
        case .rs256(let key):
            let numbers = try key.publicKey.getKeyPrimitives()
            return [
                (.integer(1), .integer(3)), (.integer(3), .integer(-257)),
                (.integer(-1), .bytes(numbers.modulus)), (.integer(-2), .bytes(numbers.publicExponent)),
            ]
        }
    }

    package func sign(_ message: Data) throws -> Data {
        switch self {
        case .es256(let key): try key.signature(for: message).derRepresentation
        case .edDSA(let key): try key.signature(for: message)
        case .rs256(let key): try key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }
}
