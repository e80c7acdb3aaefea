import Foundation
package import GatehouseStore
package import GatehouseWire

/// The token endpoint `/oauth2/token` (RFC 6749 §3.2): the processing that all grants share.
///
/// The grants are in `Grants/`.
package struct TokenHandler: Sendable {
    let core: ServerCore
    let clients: ClientAuthenticator

    package init(core: ServerCore) {
        self.core = core
        clients = ClientAuthenticator(core: core)
    }

    /// Returns the response of a token request.
    ///
    /// - Parameters:
    ///   - parameters: The posted form; query parameters are not read.
    ///   - authorization: The value of the `Authorization` field.
    ///   - context: The request.
    /// - Returns: The tokens.
    /// - Throws: The errors of RFC 6749 §5.2, RFC 8628 §3.5 and RFC 8707 §2.
    package func token(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> TokenResponse {
        try await grant(parameters, authorization: authorization, wireProtocol: .openID, context: context).response
    }

    /// Issues tokens in the format of a protocol.
    func grant(
        _ parameters: Parameters,
        authorization: String?,
        wireProtocol: WireProtocol,
        context: RequestMetadata
    ) async throws(OAuthError) -> IssuedTokens {
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
            wireProtocol: wireProtocol,
            context: context
        )
    }

    /// Redeems the grant of an authenticated client.
    func redeem(
        _ grant: any GrantHandler,
        registeredAs type: GrantType,
        of client: Client,
        resources: [String] = [],
        wireProtocol: WireProtocol = .openID,
        expiresAt: Date? = nil,
        context: RequestMetadata
    ) async throws(OAuthError) -> IssuedTokens {
        guard client.grantTypes.contains(type) else {
            throw OAuthError(.unauthorizedClient, "The client is not authorized to use this grant type.")
        }
        try grant.checkEligibility(of: client)
        let audience = try ResourcePolicy(issuer: core.settings.issuer).audience(for: resources)
        return try await grant.redeem(
            GrantContext(
                client: client,
                audience: audience,
                wireProtocol: wireProtocol,
                expiresAt: expiresAt,
                context: context,
                now: core.now
            )
        )
    }

    /// Returns the handler of a grant.
    func grant(_ given: TokenGrant) throws(OAuthError) -> any GrantHandler {
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
            throw OAuthError(.unsupportedGrantType, "Unsupported grant type.")
        }
    }
}

/// A handler of one grant type.
///
/// Neither requirement has a default: each grant states which clients may use it and what it is bound to.
protocol GrantHandler: Sendable {
    /// Rejects clients that must not use this grant regardless of their registration.
    ///
    /// - Throws: `unauthorized_client`.
    func checkEligibility(of client: Client) throws(OAuthError)

    /// Redeems the grant for tokens.
    ///
    /// - Parameter request: The authenticated client, which is registered for the grant, and the request.
    /// - Returns: The tokens.
    /// - Throws: The errors of RFC 6749 §5.2 and of the grant's own specification.
    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens
}

/// A token request that has passed the checks shared by all grants.
struct GrantContext: Sendable {
    /// The authenticated client, which is registered for the grant.
    let client: Client
    /// The audience of the access token.
    let audience: Audience
    /// The protocol that determines the token format.
    var wireProtocol: WireProtocol = .openID
    /// The requested expiration of the access token, in protocols that allow it.
    var expiresAt: Date?
    let context: RequestMetadata
    let now: Date
}

/// Issued tokens and their subject.
package struct IssuedTokens: Sendable {
    package let response: TokenResponse
    /// The user's account; `nil` for tokens of the client itself.
    package let user: Account.ID?
}
