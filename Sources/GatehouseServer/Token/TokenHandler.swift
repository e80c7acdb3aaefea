import Foundation
import GatehouseStore
package import GatehouseWire

/// `/oauth2/token`: RFC 6749 §3.2, with what all grants have in common.
///
/// What differs is in `Grants/`.
package struct TokenHandler: Sendable {
    let core: ServerCore
    let clients: ClientAuthenticator

    package init(core: ServerCore) {
        self.core = core
        clients = ClientAuthenticator(core: core)
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - parameters: The posted form; a query is not read.
    ///   - authorization: The `Authorization` field, if there was one.
    ///   - context: Who asks.
    /// - Returns: The tokens.
    /// - Throws: The errors of RFC 6749 §5.2, RFC 8628 §3.5 and RFC 8707 §2.
    package func token(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> TokenResponse {
        try await grant(parameters, authorization: authorization, dialect: .openID, context: context).response
    }

    /// The same in the words of a dialect, with whose tokens they are.
    func grant(
        _ parameters: Parameters,
        authorization: String?,
        dialect: Dialect,
        context: RequestContext
    ) async throws(OAuthError) -> GrantedTokens {
        let request = try TokenRequest(parameters: parameters)
        let client = try await clients.authenticate(
            request.client,
            authorization: authorization,
            context: context
        )
        return try await redeem(
            try grant(request.grant),
            registeredAs: request.grant.grantType,
            of: client,
            resources: request.resources,
            dialect: dialect,
            context: context
        )
    }

    /// Gives an authenticated client tokens for what it gave.
    func redeem(
        _ grant: any Grant,
        registeredAs type: GrantType,
        of client: Client,
        resources: [String] = [],
        dialect: Dialect = .openID,
        expiresAt: Date? = nil,
        context: RequestContext
    ) async throws(OAuthError) -> GrantedTokens {
        guard client.grantTypes.contains(type) else {
            throw OAuthError(.unauthorizedClient, "The client is not registered for this grant.")
        }
        try grant.admit(client)
        let audience = try ResourcePolicy(issuer: core.settings.issuer).audience(for: resources)
        return try await grant.redeem(
            GrantRequest(
                client: client,
                audience: audience,
                dialect: dialect,
                expiresAt: expiresAt,
                context: context,
                now: core.now
            )
        )
    }

    /// The grant that takes what was given.
    func grant(_ given: TokenGrant) throws(OAuthError) -> any Grant {
        switch given {
        case .authorizationCode(let code, let redirectURI, let codeVerifier):
            AuthorizationCodeGrant(core: core, code: code, redirectURI: redirectURI, codeVerifier: codeVerifier)
        case .refreshToken(let token, let scope):
            RefreshTokenGrant(core: core, token: token, scope: scope)
        case .clientCredentials(let scope):
            ClientCredentialsGrant(core: core, scope: scope)
        case .deviceCode(let code):
            DeviceCodeGrant(core: core, code: code)
        case .other:
            throw OAuthError(.unsupportedGrantType, "The server does not know this grant.")
        }
    }
}
