import Crypto
import Foundation
package import GatehouseWire

/// A client secret as the key of HMAC-SHA-256 tokens, for `client_secret_jwt` (OpenID Connect Core §9).
///
/// It is created from a secret only, never from a published key, and ``JWSVerifier`` holds public keys only: a public
/// key cannot be taken for a shared secret (RFC 8725 §2.1).
package struct SharedSecretKey: Sendable {
    private let key: SymmetricKey

    /// Creates a key from a client secret.
    ///
    /// - Throws: `invalidKey` if the secret has less than 32 bytes (RFC 7518 §3.2).
    package init(_ secret: Secret) throws(JOSEError) {
        let bytes = Data(secret.reveal().utf8)
        guard bytes.count >= 32 else { throw .invalidKey }
        key = SymmetricKey(data: bytes)
    }

    /// Verifies a token's format, type and code, and decodes its claims.
    ///
    /// - Throws: `JOSEError` if the token is invalid.
    package func verify<Claims: Decodable & Sendable>(
        _ token: Secret,
        as claims: Claims.Type = JSONValue.self,
        accepting types: AcceptedTypes
    ) throws(JOSEError) -> VerifiedJWS<Claims> {
        let token = try CompactJWS(token, limit: JWSVerifier.limit, types: types, algorithms: [.hs256])
        guard HMAC<SHA256>.isValidAuthenticationCode(token.signature, authenticating: token.signingInput, using: key)
        else { throw .invalidSignature }
        return try token.verified(as: Claims.self)
    }

    /// Returns a token in compact form.
    package func sign(_ claims: some Encodable, as kind: JWTType) -> Secret {
        let header = JWSHeader(algorithm: .hs256, kind: kind)
        let input = Base64URL.encode(JSONCoding.encode(header)) + "." + Base64URL.encode(JSONCoding.encode(claims))
        let code = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: key)
        return Secret(input + "." + Base64URL.encode(Data(code)))
    }
}
