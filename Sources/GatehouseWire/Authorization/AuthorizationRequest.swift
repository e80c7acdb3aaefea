/// What a client asks of the authorization endpoint (RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1).
package struct AuthorizationRequest: WireRequest, Hashable, Codable {
    package var clientID: String
    package var redirectURI: RedirectURI?
    package var responseType: ResponseType
    package var responseMode: ResponseMode?
    package var scope: ScopeSet
    package var state: String?
    package var nonce: String?
    package var codeChallenge: CodeChallenge?
    package var prompt: [Prompt]
    /// The most seconds since the person last typed a password or code.
    package var maxAge: Int?
    package var loginHint: String?
    package var idTokenHint: String?
    package var claims: ClaimsRequest?
    package var uiLocales: [String]
    package var claimsLocales: [String]
    package var acrValues: [ACR]
    package var display: Display?
    package var resources: [String]

    package init(
        clientID: String,
        redirectURI: RedirectURI?,
        responseType: ResponseType = .code,
        responseMode: ResponseMode? = nil,
        scope: ScopeSet,
        state: String? = nil,
        nonce: String? = nil,
        codeChallenge: CodeChallenge? = nil,
        prompt: [Prompt] = [],
        maxAge: Int? = nil,
        loginHint: String? = nil,
        idTokenHint: String? = nil,
        claims: ClaimsRequest? = nil,
        uiLocales: [String] = [],
        claimsLocales: [String] = [],
        acrValues: [ACR] = [],
        display: Display? = nil,
        resources: [String] = []
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.responseType = responseType
        self.responseMode = responseMode
        self.scope = scope
        self.state = state
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.prompt = prompt
        self.maxAge = maxAge
        self.loginHint = loginHint
        self.idTokenHint = idTokenHint
        self.claims = claims
        self.uiLocales = uiLocales
        self.claimsLocales = claimsLocales
        self.acrValues = acrValues
        self.display = display
        self.resources = resources
    }
}
