import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The userinfo endpoint `/oauth2/userinfo` (OpenID Connect Core §5.3, RFC 6750 §3).
package struct UserInfoHandler: Sendable {
    let issuer: String
    let accessTokens: AccessTokenValidator

    /// Returns the user's claims.
    ///
    /// - Parameters:
    ///   - form: The posted form, empty for GET; query parameters are never passed, because tokens must not be in URLs.
    ///   - authorization: The value of the `Authorization` field.
    /// - Returns: The claims of the token's scopes and of the `claims` parameter.
    /// - Throws: `invalid_token`, `insufficient_scope` or `invalid_request`, each with its challenge.
    package func userInfo(
        _ form: Parameters,
        authorization: String?
    ) async throws(OAuthError) -> UserInfoResponse {
        do throws(OAuthError) {
            let request = try UserInfoRequest(parameters: form)
            let token = try request.token(authorization: authorization)
            guard let live = try await accessTokens.check(token) else {
                throw OAuthError(.invalidToken, "The access token is invalid, expired or revoked.")
            }
            guard live.claims.scope.contains(.openid), case .user(let account, let session) = live.bearer else {
                throw OAuthError(.insufficientScope, "The access token lacks the scope \(Scope.openid).")
            }
            let claims = ClaimsProjection(account: account, client: live.client).userInfo(
                live.claims.scope,
                GrantedClaims(stored: session.claims)
            )
            return UserInfoResponse(subject: account.id.rawValue, claims: claims)
        } catch {
            throw addingChallenge(error, sentNothing: authorization == nil && form[.accessToken] == nil)
        }
    }

    /// Adds the challenge of RFC 6750 §3, without an error code if the request had no token.
    private func addingChallenge(_ error: OAuthError, sentNothing: Bool) -> OAuthError {
        guard [.invalidToken, .insufficientScope, .invalidRequest].contains(error.code) else { return error }
        var error = error
        error.challenge =
            sentNothing
            ? WWWAuthenticate(.bearer, realm: issuer)
            : WWWAuthenticate(
                .bearer,
                realm: issuer,
                error: error.code,
                errorDescription: error.description,
                scope: error.code == .insufficientScope ? [.openid] : nil
            )
        return error
    }
}
