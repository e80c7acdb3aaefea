import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// Requests with DPoP proofs.
extension ServerHarness {
    /// Returns a server that requires nonces in proofs.
    static func requiringNonces(store: SpyStore = SpyStore(), clock: TestClock = TestClock()) throws -> ServerHarness {
        let settings = ServerSettings(
            issuer: issuer,
            isDevelopment: false,
            mailFrom: "no-reply@example.com",
            requiresDPoPNonce: true
        )
        return try ServerHarness(store: store, clock: clock, settings: settings)
    }

    /// Signs the account in to a client that proves its key.
    func signIn(
        _ account: Account,
        to client: Client,
        proving signer: ProofSigner,
        scopes: ScopeSet = [.openid, .offlineAccess]
    ) async throws -> TokenResponse {
        let code = try await addCode(client, account, request: CodeRequest(scopes: scopes))
        return try await redeem(code, by: client, proof: try signer.proof(at: now))
    }

    /// Sends a token request with the value of a `DPoP` field.
    func token(_ grant: TokenGrant, by client: Client, proof: String?) async throws(OAuthError) -> TokenResponse {
        let authentication = authentication(of: client)
        return try await identity.token.token(
            TokenRequest(grant: grant, client: authentication.form).parameters,
            authorization: authentication.fields[.authorization],
            dpopProof: proof,
            context: context
        )
    }

    /// Redeems a code that is bound to ``redirectURI``.
    func redeem(_ code: Secret, by client: Client, proof: String?) async throws(OAuthError) -> TokenResponse {
        let grant = TokenGrant.authorizationCode(code, redirectURI: Self.redirectURI, codeVerifier: nil)
        return try await token(grant, by: client, proof: proof)
    }

    func refresh(_ token: Secret?, by client: Client, proof: String?) async throws(OAuthError) -> TokenResponse {
        try await self.token(.refreshToken(token ?? Secret(""), scope: nil), by: client, proof: proof)
    }

    /// Sends a userinfo request with an `Authorization` field, and a proof if there is one.
    func userInfo(_ header: AuthorizationHeader, proof: String? = nil) async throws(OAuthError) -> UserInfoResponse {
        try await identity.userInfo.userInfo(
            Parameters(),
            ResourceRequest(
                method: .get,
                target: UserInfoEndpoint.path,
                authorization: header.encoded,
                dpopProof: proof
            )
        )
    }
}

extension UserInfoHandler {
    /// Returns the claims of a response that is not signed.
    func userInfo(_ form: Parameters, _ request: ResourceRequest) async throws(OAuthError) -> UserInfoResponse {
        guard case .json(let response) = try await response(form, request) else { throw .broken }
        return response
    }

    /// Processes a request without a proof.
    func userInfo(_ form: Parameters, authorization: String?) async throws(OAuthError) -> UserInfoResponse {
        try await userInfo(
            form,
            ResourceRequest(method: .get, target: UserInfoEndpoint.path, authorization: authorization)
        )
    }
}
