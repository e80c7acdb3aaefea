import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The userinfo endpoint `/oauth2/userinfo` (OpenID Connect Core §5.3, RFC 6750 §3, RFC 9449 §7).
package struct UserInfoHandler: Sendable {
    let issuer: String
    let authenticator: AccessTokenAuthenticator
    let keys: KeyLookup
    let subjects: SubjectIdentifiers

    /// Returns the user's claims, signed for clients that registered `userinfo_signed_response_alg` (§5.3.2).
    ///
    /// - Parameters:
    ///   - form: The posted form, empty for GET; query parameters are never passed, because tokens must not be in URLs.
    ///   - request: The parts of the request that authorize it.
    /// - Returns: The claims of the token's scopes and of the `claims` parameter.
    /// - Throws: `invalid_token`, `insufficient_scope`, `invalid_request`, `invalid_dpop_proof` or `use_dpop_nonce`,
    ///   each with its challenge.
    package func response(
        _ form: Parameters,
        _ request: ResourceRequest
    ) async throws(OAuthError) -> UserInfoRepresentation {
        let (response, client) = try await claims(form, request)
        guard let algorithm = client.security.userInfoAlgorithm else { return .json(response) }
        let signed = SignedUserInfo(issuer: issuer, audience: Audience([client.id.rawValue]), response: response)
        return .jwt(UserInfoToken(try await keys.sign(signed, as: .jwt, with: algorithm)))
    }

    private func claims(
        _ form: Parameters,
        _ request: ResourceRequest
    ) async throws(OAuthError) -> (response: UserInfoResponse, client: Client) {
        var type: TokenType? = request.authorization == nil && form[.accessToken] == nil ? nil : .bearer
        do throws(OAuthError) {
            let presented = try UserInfoRequest(parameters: form).receivedToken(authorization: request.authorization)
            type = presented.type
            let live = try await authenticator.authenticate(presented, of: request)
            guard live.claims.scope.contains(.openid), case .user(let account, let session) = live.bearer else {
                throw OAuthError(.insufficientScope, "The access token lacks the scope \(Scope.openid).")
            }
            let claims = ClaimsProjection(account: account, client: live.client).userInfo(
                live.claims.scope,
                GrantedClaims(stored: session.claims)
            )
            let subject = subjects.subject(of: account.id, for: live.client)
            return (UserInfoResponse(subject: subject, claims: claims), live.client)
        } catch {
            throw authenticator.challenging(error, to: type, requiring: [.openid])
        }
    }
}

/// A userinfo response in the format that the client registered.
package enum UserInfoRepresentation: Sendable {
    case json(UserInfoResponse)
    case jwt(UserInfoToken)
}
