/// The parameters of one grant type in a token request.
package protocol GrantParameters: Sendable, Hashable {
    /// The value of `grant_type`.
    static var grantType: GrantType { get }

    /// Reads the parameters of a token request of this grant type.
    ///
    /// - Throws: `invalid_request` for a missing, repeated or malformed parameter.
    init(parameters: Parameters) throws(OAuthError)
}

/// The parameters of the authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.5).
package struct AuthorizationCodeParameters: GrantParameters {
    package static let grantType = GrantType.authorizationCode

    package let code: Secret
    package let redirectURI: String?
    package let codeVerifier: CodeVerifier?

    package init(parameters: Parameters) throws(OAuthError) {
        code = Secret(try parameters.required(.code, limit: 2048))
        redirectURI = try parameters.optional(.redirectURI, limit: 2048)
        codeVerifier = try Self.codeVerifier(parameters)
    }

    private static func codeVerifier(_ parameters: Parameters) throws(OAuthError) -> CodeVerifier? {
        guard let text = try parameters.optional(.codeVerifier) else { return nil }
        guard let verifier = CodeVerifier(text) else {
            throw OAuthError(
                .invalidRequest,
                "\(ParameterName.codeVerifier) must be 43 to 128 unreserved characters."
            )
        }
        return verifier
    }
}

/// The parameters of the refresh token grant (RFC 6749 §6).
package struct RefreshTokenParameters: GrantParameters {
    package static let grantType = GrantType.refreshToken

    package let token: Secret
    /// The requested scope; `nil` for the granted one.
    package let scope: ScopeSet?

    package init(parameters: Parameters) throws(OAuthError) {
        token = Secret(try parameters.required(.refreshToken))
        scope = try parameters.scopeIfPresent()
    }
}

/// The parameters of the client credentials grant (RFC 6749 §4.4.2).
package struct ClientCredentialsParameters: GrantParameters {
    package static let grantType = GrantType.clientCredentials

    /// The requested scope; `nil` for all registered scopes of the client.
    package let scope: ScopeSet?

    package init(parameters: Parameters) throws(OAuthError) {
        scope = try parameters.scopeIfPresent()
    }
}

/// The parameters of the device code grant (RFC 8628 §3.4).
package struct DeviceCodeParameters: GrantParameters {
    package static let grantType = GrantType.deviceCode

    package let code: Secret

    package init(parameters: Parameters) throws(OAuthError) {
        code = Secret(try parameters.required(.deviceCode, limit: 2048))
    }
}

/// The parameters of the grant of an assertion in the form of a JWT (RFC 7523 §2.1).
package struct JWTBearerParameters: GrantParameters {
    package static let grantType = GrantType.jwtBearer

    package let assertion: Secret
    /// The requested scope; `nil` for all scopes that the assertion entitles to.
    package let scope: ScopeSet?

    package init(parameters: Parameters) throws(OAuthError) {
        assertion = Secret(try parameters.required(.assertion))
        scope = try parameters.scopeIfPresent()
    }
}

extension Parameters {
    /// Returns the parameter `scope`; `nil` if it is absent or names no scope.
    package func scopeIfPresent() throws(OAuthError) -> ScopeSet? {
        let scope = try scopeSet()
        return scope.isEmpty ? nil : scope
    }
}
