import Foundation
import GatehouseJOSE
import GatehouseWire

/// An access token without readable content, for resources that introspect (RFC 7662).
///
/// The claims are sealed inside of the token, so that no row is stored. Each token has a key of its own, derived from
/// its identifier: random nonces under a single key would bound the number of tokens. Sealed tokens need no signing
/// key.
struct SealedAccessToken: OpaqueAccessToken {
    /// The identifier of the token, its `jti`.
    private let id: String
    private let sealed: Data

    /// Parses a token, without authenticating it; `nil` if it has another format.
    init?(_ presented: Secret) {
        let text = presented.reveal()
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let sealed = Base64URL.decode(String(parts[1])) else { return nil }
        id = String(parts[0])
        self.sealed = sealed
    }

    /// Returns the token with these claims.
    static func seal(_ claims: AccessTokenClaims, under key: MasterKey) throws(JOSEError) -> Secret {
        let sealed = try box(claims.tokenID, key).seal(
            JSONCoding.encode(claims),
            for: Data(claims.tokenID.utf8)
        )
        return Secret(prefix + claims.tokenID + "." + Base64URL.encode(sealed))
    }

    func claims(for validator: AccessTokenValidator) async throws(OAuthError) -> AccessTokenClaims? {
        guard let content = try? Self.box(id, validator.masterKey).open(sealed, for: Data(id.utf8)),
            let claims = try? JSONCoding.decode(AccessTokenClaims.self, from: content), claims.tokenID == id
        else { return nil }
        return claims
    }

    private static let prefix = "at."
    private static let maximumLength = 16 * 1024

    private static func box(_ id: String, _ key: MasterKey) throws(JOSEError) -> SecretBox {
        try key.box(.sealedAccessTokens, context: Data(id.utf8))
    }
}

/// The format of opaque access tokens for resources.
struct SealedTokenFormat: TokenFormat {
    func parse(accessToken: Secret) -> (any OpaqueAccessToken)? { SealedAccessToken(accessToken) }
}
