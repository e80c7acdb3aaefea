import Crypto
import CryptoExtras
package import Foundation
package import GatehouseWire

/// A private key that signs tokens, named after its public half.
package struct SigningKey: Sendable {
    private enum Backing {
        case es256(P256.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)

        var algorithm: SigningAlgorithm {
            switch self {
            case .es256: .es256
            case .rs256: .rs256
            }
        }
    }

    private let backing: Backing

    /// The public half, as it is published.
    package let publicJWK: JSONWebKey

    /// The RFC 7638 thumbprint of the public half: what tokens call the key by.
    package let keyID: String

    /// The encoded headers of the tokens that it signs: they say the same each time.
    private let headers: [TokenKind: String]

    package var algorithm: SigningAlgorithm { backing.algorithm }

    /// Makes a new key; for RS256 it has 2048 bits and takes some tenths of a second.
    ///
    /// - Throws: `algorithmNotAllowed` for any algorithm but these two.
    package static func generate(_ algorithm: SigningAlgorithm) throws(JOSEError) -> SigningKey {
        switch algorithm {
        case .es256:
            return try SigningKey(.es256(P256.Signing.PrivateKey()))
        case .rs256:
            guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { throw .cryptoFailure }
            return try SigningKey(.rs256(key))
        default:
            throw .algorithmNotAllowed
        }
    }

    /// Reads what `privateMaterial` wrote.
    ///
    /// - Throws: `invalidKey` when it is not that; `algorithmNotAllowed` for an algorithm that is not known.
    package init(_ algorithm: SigningAlgorithm, privateMaterial: Data) throws(JOSEError) {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: privateMaterial) else { throw .invalidKey }
            try self.init(.es256(key))
        case .rs256:
            guard let key = try? _RSA.Signing.PrivateKey(derRepresentation: privateMaterial) else { throw .invalidKey }
            try self.init(.rs256(key))
        default:
            throw .algorithmNotAllowed
        }
    }

    /// The private half, to be sealed before it is stored: the raw scalar for ES256, PKCS #1 DER for RS256.
    package var privateMaterial: Data {
        switch backing {
        case .es256(let key): key.rawRepresentation
        case .rs256(let key): key.derRepresentation
        }
    }

    private init(_ backing: Backing) throws(JOSEError) {
        let jwk: JSONWebKey? =
            switch backing {
            case .es256(let key): JSONWebKey(key.publicKey)
            case .rs256(let key): JSONWebKey(key.publicKey)
            }
        guard let jwk, let keyID = jwk.keyID else { throw .invalidKey }
        self.backing = backing
        self.keyID = keyID
        publicJWK = jwk
        headers = Dictionary(
            uniqueKeysWithValues: [TokenKind.accessToken, .idToken].map { kind in
                let header = TokenHeader(algorithm: backing.algorithm, keyID: keyID, kind: kind)
                return (kind, Base64URL.encode(WireJSON.encode(header)))
            }
        )
    }

    /// The encoded header of tokens of a kind.
    func header(_ kind: TokenKind) -> String {
        headers[kind] ?? Base64URL.encode(WireJSON.encode(TokenHeader(algorithm: algorithm, keyID: keyID, kind: kind)))
    }

    /// Signs bytes: 64 bytes r and s for ES256, PKCS #1 v1.5 for RS256, both over SHA-256.
    package func signature(for bytes: Data) throws(JOSEError) -> Data {
        do {
            switch backing {
            case .es256(let key):
                return try key.signature(for: bytes).rawRepresentation
            case .rs256(let key):
                return try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
            }
        } catch {
            throw .cryptoFailure
        }
    }
}
