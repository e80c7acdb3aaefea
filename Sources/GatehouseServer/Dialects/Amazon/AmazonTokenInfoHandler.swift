import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire
package import HTTPTypes

/// `/auth/o2/tokeninfo`: whom an access token is for, so that a back end takes none that another app was given.
package struct AmazonTokenInfoHandler: Sendable {
    let core: ServerCore
    let accessTokens: AccessTokenChecker

    init(core: ServerCore) {
        self.core = core
        accessTokens = AccessTokenChecker(core: core)
    }

    /// Answers one request.
    ///
    /// - Throws: `invalid_token` unless the token is good now and stands for a person; `invalid_request` when there is none.
    package func tokenInfo(_ query: Parameters, fields: HTTPFields) async throws(OAuthError) -> AmazonTokenInfoResponse
    {
        let live = try await accessTokens.check(try AmazonAccessTokenRequest(parameters: query), fields: fields)
        guard case .person(let account, _) = live.bearer else { throw AmazonError.invalidToken }
        let claims = live.claims
        return AmazonTokenInfoResponse(
            audience: claims.clientID,
            userID: account.amazonUserID,
            issuer: core.settings.issuer,
            expiresIn: max(0, Int(claims.expiresAt.seconds - UnixTime(core.now).seconds)),
            applicationID: AmazonIdentifier.application.make(AmazonIdentifier.name(ofClient: claims.clientID)),
            issuedAt: claims.issuedAt
        )
    }
}
