import GatehouseStore
import GatehouseWire

extension AuthorizationIntent {
    /// What the engine remembers of a request that has passed every check.
    init(
        client: Client,
        request: AuthorizationRequest,
        redirectURI: RedirectURI,
        requiredAccount: Account.ID?,
        dialect: Dialect = .openID,
        voluntary: ScopeSet = []
    ) {
        self.init(
            clientID: client.id,
            redirectURI: redirectURI,
            redirectURIWasSent: request.redirectURI != nil,
            responseMode: request.responseMode ?? .query,
            state: request.state,
            nonce: request.nonce,
            scopes: request.scope,
            voluntary: voluntary,
            codeChallenge: request.codeChallenge,
            asksConsent: request.prompt.contains(.consent),
            maxAge: request.maxAge,
            claims: request.claims,
            requiredAccount: requiredAccount,
            dialect: dialect
        )
    }
}
