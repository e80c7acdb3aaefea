import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The userinfo endpoint `/oauth2/userinfo` (OpenID Connect Core §5.3, RFC 6750 §3, RFC 9449 §7).
package struct UserInfoHandler: Sendable {
    let authenticator: AccessTokenAuthenticator

    /// Returns the user's claims.
    ///
    /// - Parameters:
    ///   - form: The posted form, empty for GET; query parameters are never passed, because tokens must not be in URLs.
    ///   - request: The parts of the request that authorize it.
    /// - Returns: The claims of the token's scopes and of the `claims` parameter.
    /// - Throws: `invalid_token`, `insufficient_scope`, `invalid_request`, `invalid_dpop_proof` or `use_dpop_nonce`, each
    ///   with its challenge.
    package func userInfo(
        _ form: Parameters,
        _ request: ProtectedRequest
    ) async throws(OAuthError) -> UserInfoResponse {
        var type: TokenType? = request.authorization == nil && form[.accessToken] == nil ? nil : .bearer
        do throws(OAuthError) {
            let presented = try UserInfoRequest(parameters: form).presentedToken(authorization: request.authorization)
            type = presented.type
            let live = try await authenticator.authenticate(presented, of: request)
            guard live.claims.scope.contains(.openid), case .user(let account, let session) = live.bearer else {
                throw OAuthError(.insufficientScope, "The access token lacks the scope \(Scope.openid).")
            }
            let claims = ClaimsProjection(account: account, client: live.client).userInfo(
                live.claims.scope,
                GrantedClaims(stored: session.claims)
            )
            return UserInfoResponse(subject: account.id.rawValue, claims: claims)
        } catch {
            throw authenticator.challenging(error, to: type, requiring: [.openid])
        }
    }
}
