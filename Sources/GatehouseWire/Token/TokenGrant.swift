/// What a client gives in exchange for tokens, one case for each grant.
package enum TokenGrant: Sendable, Hashable {
    /// RFC 6749 §4.1.3, RFC 7636 §4.5.
    case authorizationCode(Secret, redirectURI: String?, codeVerifier: CodeVerifier?)
    /// RFC 6749 §6; without a scope the one that was granted stays.
    case refreshToken(Secret, scope: ScopeSet?)
    /// RFC 6749 §4.4.
    case clientCredentials(scope: ScopeSet?)
    /// RFC 8628 §3.4.
    case deviceCode(Secret)
    /// One that this module does not know.
    case other(GrantType)

    package var grantType: GrantType {
        switch self {
        case .authorizationCode: .authorizationCode
        case .refreshToken: .refreshToken
        case .clientCredentials: .clientCredentials
        case .deviceCode: .deviceCode
        case .other(let grantType): grantType
        }
    }

    package init(parameters: Parameters) throws(OAuthError) {
        switch GrantType(rawValue: try parameters.required(.grantType, limit: 256)) {
        case .authorizationCode:
            self = .authorizationCode(
                Secret(try parameters.required(.code, limit: 2048)),
                redirectURI: try parameters.optional(.redirectURI, limit: 2048),
                codeVerifier: try Self.codeVerifier(parameters)
            )
        case .refreshToken:
            self = .refreshToken(Secret(try parameters.required(.refreshToken)), scope: try Self.scope(parameters))
        case .clientCredentials:
            self = .clientCredentials(scope: try Self.scope(parameters))
        case .deviceCode:
            self = .deviceCode(Secret(try parameters.required(.deviceCode, limit: 2048)))
        case let grantType:
            self = .other(grantType)
        }
    }

    private static func codeVerifier(_ parameters: Parameters) throws(OAuthError) -> CodeVerifier? {
        guard let text = try parameters.optional(.codeVerifier) else { return nil }
        guard let verifier = CodeVerifier(text) else {
            throw OAuthError(
                .invalidRequest,
                "The parameter \(ParameterName.codeVerifier) is not 43 to 128 unreserved characters."
            )
        }
        return verifier
    }

    private static func scope(_ parameters: Parameters) throws(OAuthError) -> ScopeSet? {
        let scope = try parameters.scopeSet()
        return scope.isEmpty ? nil : scope
    }

    /// Writes the grant, under another name than its standard's where a dialect has one.
    func append(to parameters: inout Parameters, as name: GrantType? = nil) {
        parameters.append(.grantType, (name ?? grantType).rawValue)
        switch self {
        case .authorizationCode(let code, let redirectURI, let codeVerifier):
            parameters.append(.code, code.reveal())
            parameters.append(.redirectURI, redirectURI)
            parameters.append(.codeVerifier, codeVerifier?.secret.reveal())
        case .refreshToken(let token, let scope):
            parameters.append(.refreshToken, token.reveal())
            parameters.append(.scope, scope?.description)
        case .clientCredentials(let scope):
            parameters.append(.scope, scope?.description)
        case .deviceCode(let code):
            parameters.append(.deviceCode, code.reveal())
        case .other:
            break
        }
    }
}
