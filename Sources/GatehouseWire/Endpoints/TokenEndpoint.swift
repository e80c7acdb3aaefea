package import HTTPTypes

/// The token endpoint (RFC 6749 §3.2).
package enum TokenEndpoint: Endpoint {
    package typealias Request = TokenRequest
    package typealias Response = TokenResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/token"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
        .invalidTarget, .authorizationPending, .slowDown, .accessDenied, .expiredToken, .invalidDPoPProof,
        .useDPoPNonce, .serverError, .temporarilyUnavailable,
    ]
}

/// A token request (RFC 6749 §3.2).
package struct TokenRequest: WireRequest, Hashable {
    package var grant: TokenGrant
    /// The client as named in the form; an `Authorization` header is read separately.
    package var client: ClientCredentials
    package var resources: [String]
    /// A claims request as JSON, which some servers accept here too.
    package var claims: String?

    package init(
        grant: TokenGrant,
        client: ClientCredentials = ClientCredentials(),
        resources: [String] = [],
        claims: String? = nil
    ) {
        self.grant = grant
        self.client = client
        self.resources = resources
        self.claims = claims
    }

    package init(parameters: Parameters) throws(OAuthError) {
        grant = try TokenGrant(parameters: parameters)
        client = try ClientCredentials(parameters: parameters)
        resources = try parameters.resources()
        claims = parameters[.claims]
    }

    package var parameters: Parameters {
        var parameters = Parameters()
        grant.append(to: &parameters)
        client.append(to: &parameters)
        for resource in resources { parameters.append(.resource, resource) }
        parameters.append(.claims, claims)
        return parameters
    }
}

/// The grant of a token request.
package enum TokenGrant: Sendable, Hashable {
    /// The authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.5).
    case authorizationCode(Secret, redirectURI: String?, codeVerifier: CodeVerifier?)
    /// The refresh token grant (RFC 6749 §6); without a scope, the granted scope is unchanged.
    case refreshToken(Secret, scope: ScopeSet?)
    /// The client credentials grant (RFC 6749 §4.4).
    case clientCredentials(scope: ScopeSet?)
    /// The device code grant (RFC 8628 §3.4).
    case deviceCode(Secret)
    /// The token exchange grant (RFC 8693 §2.1).
    case tokenExchange(TokenExchangeParameters)
    /// The grant of an assertion in the form of a JWT (RFC 7523 §2.1).
    case jwtBearer(Secret, scope: ScopeSet?)
    /// A grant that this module does not support.
    case other(GrantType)

    package var grantType: GrantType {
        switch self {
        case .authorizationCode: .authorizationCode
        case .refreshToken: .refreshToken
        case .clientCredentials: .clientCredentials
        case .deviceCode: .deviceCode
        case .tokenExchange: .tokenExchange
        case .jwtBearer: .jwtBearer
        case .other(let grantType): grantType
        }
    }

    package init(parameters: Parameters) throws(OAuthError) {
        switch GrantType(rawValue: try parameters.required(.grantType, limit: 256)) {
        case .authorizationCode:
            let code = try AuthorizationCodeParameters(parameters: parameters)
            self = .authorizationCode(code.code, redirectURI: code.redirectURI, codeVerifier: code.codeVerifier)
        case .refreshToken:
            let refresh = try RefreshTokenParameters(parameters: parameters)
            self = .refreshToken(refresh.token, scope: refresh.scope)
        case .clientCredentials:
            self = .clientCredentials(scope: try ClientCredentialsParameters(parameters: parameters).scope)
        case .deviceCode:
            self = .deviceCode(try DeviceCodeParameters(parameters: parameters).code)
        case .tokenExchange:
            self = .tokenExchange(try TokenExchangeParameters(parameters: parameters))
        case .jwtBearer:
            let bearer = try JWTBearerParameters(parameters: parameters)
            self = .jwtBearer(bearer.assertion, scope: bearer.scope)
        case let grantType:
            self = .other(grantType)
        }
    }

    /// Writes the grant, under another name than the standard's if an adapter uses one.
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
        case .tokenExchange(let exchange):
            exchange.append(to: &parameters)
        case .jwtBearer(let assertion, let scope):
            parameters.append(.assertion, assertion.reveal())
            parameters.append(.scope, scope?.description)
        case .other:
            break
        }
    }
}

/// A token response (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
package struct TokenResponse: JSONResponse, Hashable {
    package var accessToken: Secret
    package var tokenType: TokenType
    /// The number of seconds until the access token expires; always present in responses of this server.
    package var expiresIn: Int?
    package var refreshToken: Secret?
    package var idToken: Secret?
    /// The granted scope; absent if it equals the requested scope.
    package var scope: ScopeSet?
    /// The type of the issued token; present in responses to token exchanges (RFC 8693 §2.2.1).
    package var issuedTokenType: TokenTypeIdentifier?

    package init(
        accessToken: Secret,
        tokenType: TokenType = .bearer,
        expiresIn: Int?,
        refreshToken: Secret? = nil,
        idToken: Secret? = nil,
        scope: ScopeSet?,
        issuedTokenType: TokenTypeIdentifier? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.scope = scope
        self.issuedTokenType = issuedTokenType
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
        case scope
        case issuedTokenType = "issued_token_type"
    }

    /// Reads the response of any server: `token_type` Bearer or DPoP in any case (RFC 6749 §7.1), seconds also as a
    /// string of digits, and a scope with extra spaces.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(Secret.self, forKey: .accessToken)
        guard !accessToken.reveal().isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .accessToken, in: container, debugDescription: "Empty.")
        }
        let type = try container.decode(String.self, forKey: .tokenType)
        let known = [TokenType.bearer, .dpop].first { $0.rawValue.lowercased() == type.lowercased() }
        guard let known else {
            throw DecodingError.dataCorruptedError(forKey: .tokenType, in: container, debugDescription: "Unknown.")
        }
        tokenType = known
        if let text = try? container.decode(String.self, forKey: .expiresIn), let seconds = Int(text) {
            expiresIn = seconds
        } else {
            expiresIn = try container.decodeIfPresent(Int.self, forKey: .expiresIn)
        }
        refreshToken = try container.decodeIfPresent(Secret.self, forKey: .refreshToken)
        idToken = try container.decodeIfPresent(Secret.self, forKey: .idToken)
        scope = try container.decodeIfPresent(String.self, forKey: .scope).map { ScopeSet(Scope.list($0)) }
        issuedTokenType = try container.decodeIfPresent(TokenTypeIdentifier.self, forKey: .issuedTokenType)
    }
}
