import Foundation
import GatehouseStore
package import GatehouseWire

/// `/auth/o2/token`: the grants of the token endpoint, asked for and answered as Login with Amazon does.
package struct AmazonTokenHandler: Sendable {
    let token: TokenHandler

    private var core: ServerCore { token.core }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - parameters: The posted form or JSON object; a query is not read.
    ///   - authorization: The `Authorization` field, if there was one.
    ///   - context: Who asks.
    /// - Returns: The tokens, each told by how it begins; there is no ID token and no scope.
    /// - Throws: The refusals of ``AmazonError``.
    package func token(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> TokenResponse {
        let request = try AmazonTokenRequest(parameters: parameters)
        do throws(OAuthError) {
            let client = try await client(of: request, authorization: authorization, context: context)
            try client.admitToAmazon()
            let tokens = try await token.redeem(
                try grant(request.grant),
                registeredAs: request.grant.grantType,
                of: client,
                context: context
            )
            return spell(tokens.response)
        } catch {
            throw AmazonError.spell(error, invalidGrant: Self.refusal(of: request.grant))
        }
    }

    private static func refusal(of grant: TokenGrant) -> OAuthError {
        switch grant {
        case .refreshToken: AmazonError.invalidRefreshToken
        case .deviceCode: AmazonError.invalidCodePair
        default: AmazonError.invalidCode
        }
    }

    private func spell(_ tokens: TokenResponse) -> TokenResponse {
        TokenResponse(
            accessToken: AmazonTokenForm.accessToken.spell(tokens.accessToken),
            tokenType: .amazonBearer,
            expiresIn: tokens.expiresIn,
            refreshToken: tokens.refreshToken.map(AmazonTokenForm.refreshToken.spell),
            scope: nil
        )
    }

    private func grant(_ given: TokenGrant) throws(OAuthError) -> any Grant {
        switch given {
        case .refreshToken(let token, let scope):
            RefreshTokenGrant(core: core, token: token, scope: scope.map(AmazonScopes.own), ignoresExcess: true)
        case .clientCredentials(let scope): try token.grant(.clientCredentials(scope: scope.map(AmazonScopes.own)))
        default: try token.grant(given)
        }
    }

    /// The client that asks; a device does not say which it is, but both halves of its pair do.
    private func client(
        of request: AmazonTokenRequest,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> Client {
        if case .deviceCode(let code) = request.grant {
            let client = try await client(of: code, userCode: request.userCode ?? "")
            if request.client.clientID == nil, authorization == nil, !client.isConfidential {
                try token.clients.count(client, context: context)
                return client
            }
        }
        return try await token.clients.authenticate(
            request.client,
            authorization: authorization,
            dialect: .amazon,
            context: context
        )
    }

    private func client(of deviceCode: Secret, userCode: String) async throws(OAuthError) -> Client {
        let device = try await core.device(DeviceAuthorization.ID(OpaqueToken.hash(of: deviceCode.reveal())))
        guard let device, device.userCode == UserCode.normalize(userCode),
            let client = try await core.client(device.clientID)
        else { throw AmazonError.invalidCodePair }
        return client
    }
}
