import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// The format of a protocol's tokens.
///
/// The defaults are those of ``StandardTokenFormat``.
protocol TokenFormat: Sendable {
    /// Returns the expiration of a new session without refresh tokens.
    ///
    /// - Throws: `invalid_request` if the requested expiration is not allowed.
    func expirationWithoutRefresh(_ request: GrantContext, _ lifetimes: Lifetimes) throws(OAuthError) -> Date

    /// Returns the access token of a session; `nil` if the format's access tokens are signed.
    ///
    /// - Throws: `invalid_request` if the requested expiration is not allowed.
    func opaqueToken(
        of session: Session,
        for request: GrantContext,
        under key: MasterKey
    ) throws(OAuthError) -> (token: Secret, expiresAt: UnixTime)?

    /// Returns the claims that the format adds to ID tokens.
    func idTokenClaims(_ scopes: ScopeSet, _ projection: ClaimsProjection) -> StandardClaims

    /// Parses an access token that a client sent, without authenticating it; `nil` for signed tokens and other formats.
    func parse(accessToken: Secret) -> (any OpaqueAccessToken)?

    /// Removes the protocol's prefix from an access token that a client sent.
    func unwrap(accessToken: Secret) -> Secret

    /// Removes the protocol's prefix from a refresh token that a client sent.
    func unwrap(refreshToken: Secret) -> Secret
}

extension TokenFormat {
    func expirationWithoutRefresh(_ request: GrantContext, _ lifetimes: Lifetimes) throws(OAuthError) -> Date {
        lifetimes.expiry(ofSessionFrom: request.now, isOffline: false, usedAt: request.now)
    }

    func opaqueToken(
        of session: Session,
        for request: GrantContext,
        under key: MasterKey
    ) throws(OAuthError) -> (token: Secret, expiresAt: UnixTime)? {
        nil
    }

    func idTokenClaims(_ scopes: ScopeSet, _ projection: ClaimsProjection) -> StandardClaims { StandardClaims() }

    func parse(accessToken: Secret) -> (any OpaqueAccessToken)? { nil }

    func unwrap(accessToken: Secret) -> Secret { accessToken }

    func unwrap(refreshToken: Secret) -> Secret { refreshToken }
}

/// Signed access tokens (RFC 9068) and ID tokens with the claims of OpenID Connect.
struct StandardTokenFormat: TokenFormat {}

/// An access token that refers to a session instead of containing claims.
protocol OpaqueAccessToken: Sendable {
    /// Returns the claims of the token; `nil` unless this server issued it and it has not expired.
    func claims(for validator: AccessTokenValidator) async throws(OAuthError) -> AccessTokenClaims?
}

/// The formats in which clients may present tokens: every endpoint accepts the tokens of every protocol.
package struct TokenFormats: Sendable {
    let formats: [any TokenFormat]

    /// Parses an access token without authenticating it; `nil` for signed tokens.
    func opaqueToken(_ presented: Secret) -> (any OpaqueAccessToken)? {
        for format in formats {
            if let token = format.parse(accessToken: presented) { return token }
        }
        return nil
    }

    /// Removes any protocol's prefix from an access token that a client sent.
    func accessToken(_ presented: Secret) -> Secret {
        formats.reduce(presented) { $1.unwrap(accessToken: $0) }
    }

    /// Parses a refresh token without authenticating it; `nil` if it is not a refresh token.
    func refreshToken(_ presented: Secret) -> RefreshToken? {
        RefreshToken(formats.reduce(presented) { $1.unwrap(refreshToken: $0) })
    }
}
