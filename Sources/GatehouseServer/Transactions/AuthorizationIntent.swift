package import GatehouseStore
package import GatehouseWire

/// An authorization request that has passed every check, in the form the engine remembers it.
package struct AuthorizationIntent: Sendable, Equatable, Codable {
    package let clientID: Client.ID
    /// Where the answer goes.
    package let redirectURI: RedirectURI
    /// Whether the request carried the redirect URI; only then must the token request repeat it (RFC 6749 §4.1.3).
    package let redirectURIWasSent: Bool
    package let responseMode: ResponseMode
    package let state: String?
    package let nonce: String?
    package var scopes: ScopeSet
    /// What the person may leave out, as the dialect calls it.
    package let voluntary: ScopeSet
    package let codeChallenge: CodeChallenge?
    /// `prompt=consent`: ask even if everything was agreed to before.
    package let asksConsent: Bool
    /// The most seconds since the person signed in.
    package let maxAge: Int?
    /// The `claims` parameter.
    package let claims: ClaimsRequest?
    /// The only account whose sign-in answers the request: from `id_token_hint`, or `sub` asked for in `claims`.
    package let requiredAccount: Account.ID?
    /// How the answer is spelled.
    package let dialect: Dialect

    package init(
        clientID: Client.ID,
        redirectURI: RedirectURI,
        redirectURIWasSent: Bool,
        responseMode: ResponseMode,
        state: String?,
        nonce: String?,
        scopes: ScopeSet,
        voluntary: ScopeSet = [],
        codeChallenge: CodeChallenge?,
        asksConsent: Bool,
        maxAge: Int?,
        claims: ClaimsRequest?,
        requiredAccount: Account.ID?,
        dialect: Dialect = .openID
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.redirectURIWasSent = redirectURIWasSent
        self.responseMode = responseMode
        self.state = state
        self.nonce = nonce
        self.scopes = scopes
        self.voluntary = voluntary
        self.codeChallenge = codeChallenge
        self.asksConsent = asksConsent
        self.maxAge = maxAge
        self.claims = claims
        self.requiredAccount = requiredAccount
        self.dialect = dialect
    }
}
