import GatehouseJOSE
import GatehouseStore
package import GatehouseWire
package import HTTPTypes

/// `/user/profile`: what an access token's scopes let an app see, whichever door the token came by.
package struct AmazonProfileHandler: Sendable {
    let accessTokens: AccessTokenChecker

    init(core: ServerCore) {
        accessTokens = AccessTokenChecker(core: core)
    }

    /// Answers one request.
    ///
    /// - Throws: `invalid_token`, `insufficient_scope`, or `invalid_request` when there is no token.
    package func profile(_ query: Parameters, fields: HTTPFields) async throws(OAuthError) -> AmazonProfileResponse {
        let live = try await accessTokens.check(try AmazonAccessTokenRequest(parameters: query), fields: fields)
        guard case .person(let account, _) = live.bearer, !live.claims.scope.intersection(Self.sufficient).isEmpty
        else { throw AmazonError.insufficientScope }
        let shown = AmazonScopes.claims(for: live.claims.scope)
        let known = AccountClaims(account: account, client: live.client).userInfo(
            [.profile, .email, .address],
            nil
        )
        return AmazonProfileResponse(
            userID: account.amazonUserID,
            email: shown.contains(.email) ? known.email : nil,
            name: shown.contains(.name) ? known.name : nil,
            postalCode: shown.contains(.postalCode) ? known.address?.postalCode : nil
        )
    }

    /// Any of these lets an app know who the person is.
    private static let sufficient: ScopeSet = [
        .openid, .profile, .email, .address, .postalCode, .amazonUserID,
    ]
}
