extension AuthorizationRequest {
    /// The most bytes of `state`.
    static let stateLimit = 2048

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.required(.clientID, limit: 256)
        redirectURI = try parameters.redirectURI(.redirectURI)
        state = try parameters.line(.state, limit: Self.stateLimit)
        try Self.refuseUnsupported(parameters)
        responseType = ResponseType(rawValue: try parameters.required(.responseType))
        guard responseType == .code else {
            throw OAuthError(
                .unsupportedResponseType,
                "The only \(ParameterName.responseType) here is \(ResponseType.code)."
            )
        }
        responseMode = try parameters.optional(.responseMode).map(ResponseMode.init)
        if let responseMode, !ResponseMode.known.contains(responseMode) {
            throw OAuthError(.invalidRequest, "The \(ParameterName.responseMode) is not one of \(ResponseMode.known).")
        }
        scope = try parameters.scopeSet()
        nonce = try parameters.line(.nonce, limit: 512)
        codeChallenge = try Self.codeChallenge(parameters)
        prompt = Prompt.list(try parameters.optional(.prompt, limit: 256))
        guard prompt.allSatisfy(Prompt.known.contains) else {
            throw OAuthError(.invalidRequest, "The \(ParameterName.prompt) is not one of \(Prompt.known).")
        }
        if prompt.contains(.none), prompt.count > 1 {
            throw OAuthError(.invalidRequest, "The \(ParameterName.prompt) \(Prompt.none) stands alone or not at all.")
        }
        maxAge = try Self.maxAge(parameters)
        loginHint = try parameters.line(.loginHint, limit: 512)
        idTokenHint = try parameters.optional(.idTokenHint)
        if let text = try parameters.optional(.claims, limit: 4096) {
            claims = try ClaimsRequest(parsing: text)
        } else {
            claims = nil
        }
        uiLocales = try parameters.words(.uiLocales)
        claimsLocales = try parameters.words(.claimsLocales)
        acrValues = ACR.list(try parameters.optional(.acrValues, limit: 1024))
        display = try parameters.optional(.display, limit: 256).map(Display.init)
        resources = try parameters.resources()
    }

    package var parameters: Parameters {
        var parameters = Parameters([
            .responseType: responseType.rawValue,
            .clientID: clientID,
            .redirectURI: redirectURI?.rawValue,
            .responseMode: responseMode?.rawValue,
            .scope: scope.isEmpty ? nil : scope.description,
            .state: state,
            .nonce: nonce,
            .codeChallenge: codeChallenge?.rawValue,
            .codeChallengeMethod: codeChallenge?.method.rawValue,
            .prompt: prompt.spaceSeparated,
            .maxAge: maxAge.map(String.init),
            .loginHint: loginHint,
            .idTokenHint: idTokenHint,
            .claims: claims?.encoded,
            .uiLocales: uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "),
            .claimsLocales: claimsLocales.isEmpty ? nil : claimsLocales.joined(separator: " "),
            .acrValues: acrValues.spaceSeparated,
            .display: display?.rawValue,
        ])
        for resource in resources { parameters.append(.resource, resource) }
        return parameters
    }

    /// Request objects and registrations within a request have error codes of their own (OpenID Connect Core §3.1.2.6).
    private static func refuseUnsupported(_ parameters: Parameters) throws(OAuthError) {
        let refusals: [(ParameterName, OAuthErrorCode)] = [
            (.request, .requestNotSupported), (.requestURI, .requestURINotSupported),
            (.registration, .registrationNotSupported),
        ]
        for (name, code) in refusals where parameters[name] != nil {
            throw OAuthError(code, "The parameter \(name) is not supported; send the members themselves.")
        }
    }

    private static func codeChallenge(_ parameters: Parameters) throws(OAuthError) -> CodeChallenge? {
        let method = try parameters.optional(.codeChallengeMethod).map(CodeChallengeMethod.init)
        guard let text = try parameters.optional(.codeChallenge) else {
            guard method == nil else {
                throw OAuthError(.invalidRequest, "The parameter \(ParameterName.codeChallenge) is missing.")
            }
            return nil
        }
        guard method == .s256 else {
            throw OAuthError(
                .invalidRequest,
                "The only \(ParameterName.codeChallengeMethod) here is \(CodeChallengeMethod.s256), and it must be named."
            )
        }
        guard let challenge = CodeChallenge(rawValue: text) else {
            throw OAuthError(
                .invalidRequest,
                "The parameter \(ParameterName.codeChallenge) is not 32 bytes in base64url."
            )
        }
        return challenge
    }

    private static func maxAge(_ parameters: Parameters) throws(OAuthError) -> Int? {
        guard let text = try parameters.optional(.maxAge) else { return nil }
        guard let seconds = Int(text), seconds >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw OAuthError(.invalidRequest, "The parameter \(ParameterName.maxAge) is not a number of seconds.")
        }
        return seconds
    }
}
