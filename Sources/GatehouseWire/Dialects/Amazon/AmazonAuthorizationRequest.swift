/// What an app asks of Login with Amazon's authorization endpoint.
package struct AmazonAuthorizationRequest: WireRequest, Hashable {
    package var clientID: String
    package var redirectURI: RedirectURI?
    package var responseType: ResponseType
    /// In Amazon's names.
    package var scope: ScopeSet
    package var scopeData: AmazonScopeData?
    package var state: String?
    package var codeChallenge: CodeChallenge?

    package init(
        clientID: String,
        redirectURI: RedirectURI?,
        responseType: ResponseType = .code,
        scope: ScopeSet,
        scopeData: AmazonScopeData? = nil,
        state: String? = nil,
        codeChallenge: CodeChallenge? = nil
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.responseType = responseType
        self.scope = scope
        self.scopeData = scopeData
        self.state = state
        self.codeChallenge = codeChallenge
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.amazonRequired(.clientID, limit: 256)
        redirectURI = try parameters.redirectURI(.redirectURI)
        state = try parameters.amazonOptional(.state, limit: AuthorizationRequest.stateLimit)
        responseType = ResponseType(rawValue: try parameters.amazonRequired(.responseType))
        guard responseType == .code else {
            throw OAuthError(.unsupportedResponseType, AmazonError.invalid(.responseType).description)
        }
        scope = try parameters.amazonScopes()
        guard !scope.isEmpty else { throw AmazonError.missing(.scope) }
        scopeData = try parameters.amazonScopeData()
        codeChallenge = try Self.codeChallenge(parameters)
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .scope: scope.isEmpty ? nil : scope.description,
            .scopeData: scopeData?.encoded,
            .responseType: responseType.rawValue,
            .redirectURI: redirectURI?.rawValue,
            .state: state,
            .codeChallenge: codeChallenge?.rawValue,
            .codeChallengeMethod: codeChallenge?.method.rawValue,
        ])
    }

    /// Here, as in RFC 7636 §4.3, a challenge without a method is the verifier itself.
    private static func codeChallenge(_ parameters: Parameters) throws(OAuthError) -> CodeChallenge? {
        let method = try parameters.amazonOptional(.codeChallengeMethod).map(CodeChallengeMethod.init) ?? .plain
        guard let text = try parameters.amazonOptional(.codeChallenge) else { return nil }
        guard let challenge = CodeChallenge(rawValue: text, method: method) else {
            throw AmazonError.invalid(
                [.s256, .plain].contains(method) ? .codeChallenge : .codeChallengeMethod
            )
        }
        return challenge
    }
}
