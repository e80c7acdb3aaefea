import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// `/oauth2/userinfo`: OpenID Connect Core §5.3, errors as in RFC 6750 §3.
package struct UserInfoHandler: Sendable {
    let core: ServerCore
    let accessTokens: AccessTokenChecker

    package init(core: ServerCore) {
        self.core = core
        accessTokens = AccessTokenChecker(core: core)
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - form: The posted form, empty for GET; a query is never passed here, because a token has no place in it.
    ///   - authorization: The `Authorization` field, if there was one.
    /// - Returns: The claims that the token's scopes and the `claims` parameter ask for.
    /// - Throws: `invalid_token`, `insufficient_scope` or `invalid_request`, each with its challenge.
    package func userInfo(
        _ form: Parameters,
        authorization: String?
    ) async throws(OAuthError) -> UserInfoResponse {
        do throws(OAuthError) {
            let request = try UserInfoRequest(parameters: form)
            let token = try request.token(authorization: authorization)
            guard let live = try await accessTokens.check(token) else {
                throw OAuthError(.invalidToken, "The access token is expired, revoked, or none of this server.")
            }
            guard live.claims.scope.contains(.openid), case .person(let account, let session) = live.bearer else {
                throw OAuthError(.insufficientScope, "The access token was not granted the scope \(Scope.openid).")
            }
            let claims = AccountClaims(account: account, client: live.client).userInfo(
                live.claims.scope,
                GrantedClaims(stored: session.claims)
            )
            return UserInfoResponse(subject: account.id.rawValue, claims: claims)
        } catch {
            throw challenged(error, sentNothing: authorization == nil && form[.accessToken] == nil)
        }
    }

    /// With the challenge that RFC 6750 §3 wants: without a reason for a request that carried no token at all.
    private func challenged(_ error: OAuthError, sentNothing: Bool) -> OAuthError {
        guard [.invalidToken, .insufficientScope, .invalidRequest].contains(error.code) else { return error }
        var error = error
        error.challenge =
            sentNothing
            ? WWWAuthenticate(.bearer, realm: core.settings.issuer)
            : WWWAuthenticate(
                .bearer,
                realm: core.settings.issuer,
                error: error.code,
                errorDescription: error.description,
                scope: error.code == .insufficientScope ? [.openid] : nil
            )
        return error
    }
}
