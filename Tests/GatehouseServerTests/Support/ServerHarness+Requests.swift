import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// Client requests to the handlers.
extension ServerHarness {
    /// Sends a token request, with the client authentication that the client is registered for.
    func token(
        _ grant: TokenGrant,
        by client: Client,
        resources: [String] = []
    ) async throws(OAuthError)
        -> TokenResponse
    {
        let authentication = authentication(of: client)
        let request = TokenRequest(grant: grant, client: authentication.form, resources: resources)
        let response = try await identity.token.token(
            request.parameters,
            authorization: authentication.fields[.authorization],
            context: context
        )
        TestTrace.run?.keep(authentication.fields, body: Data(request.parameters.formEncoded.utf8))
        TestTrace.run?.keep(response.fields, body: response.body())
        return response
    }

    func authentication(of client: Client) -> ClientAuthentication {
        switch client.tokenEndpointAuthMethod {
        case .clientSecretBasic:
            .basic(clientID: client.id.rawValue, clientSecret: Secret(Self.clientSecret))
        case .clientSecretPost:
            .post(clientID: client.id.rawValue, clientSecret: Secret(Self.clientSecret))
        default:
            .none(clientID: client.id.rawValue)
        }
    }

    /// Redeems a code that is bound to ``redirectURI``.
    func redeem(
        _ code: Secret,
        by client: Client,
        verifier: CodeVerifier? = nil
    ) async throws(OAuthError)
        -> TokenResponse
    {
        let grant = TokenGrant.authorizationCode(code, redirectURI: Self.redirectURI, codeVerifier: verifier)
        return try await token(grant, by: client)
    }

    func refresh(
        _ token: Secret?,
        by client: Client,
        scope: ScopeSet? = nil
    ) async throws(OAuthError)
        -> TokenResponse
    {
        try await self.token(.refreshToken(token ?? Secret(""), scope: scope), by: client)
    }

    /// Signs the account in to a client and returns the tokens.
    func signIn(
        _ account: Account,
        to client: Client,
        browserSession: BrowserSession? = nil,
        scopes: ScopeSet = [.openid, .offlineAccess],
        claims: ClaimsRequest? = nil
    ) async throws -> TokenResponse {
        let code = try await addCode(
            client,
            account,
            browserSession: browserSession,
            request: CodeRequest(scopes: scopes, claims: claims)
        )
        return try await redeem(code, by: client)
    }
}
