package import HTTPTypes

/// The introspection endpoint (RFC 7662 §2).
package enum IntrospectionEndpoint: Endpoint {
    package typealias Request = IntrospectionRequest
    package typealias Response = IntrospectionResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/introspect"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable,
    ]
}

/// An introspection request of a client that received a token (RFC 7662 §2.1).
package typealias IntrospectionRequest = TokenLookupRequest

/// The request of introspection and revocation, which have the same form (RFC 7662 §2.1, RFC 7009 §2.1).
package struct TokenLookupRequest: WireRequest, Hashable {
    package var token: Secret
    /// The presumed type of the token; a wrong hint only costs time.
    package var tokenTypeHint: TokenTypeHint?
    /// The client as named in the form; an `Authorization` header is read separately.
    package var client: ClientCredentials

    package init(
        token: Secret,
        tokenTypeHint: TokenTypeHint? = nil,
        client: ClientCredentials = ClientCredentials()
    ) {
        self.token = token
        self.tokenTypeHint = tokenTypeHint
        self.client = client
    }

    package init(parameters: Parameters) throws(OAuthError) {
        token = Secret(try parameters.required(.token))
        tokenTypeHint = try parameters.optional(.tokenTypeHint, limit: 256).map(TokenTypeHint.init)
        client = try ClientCredentials(parameters: parameters)
    }

    package var parameters: Parameters {
        var parameters = Parameters([.token: token.reveal(), .tokenTypeHint: tokenTypeHint?.rawValue])
        client.append(to: &parameters)
        return parameters
    }
}

/// An introspection response (RFC 7662 §2.2).
package struct IntrospectionResponse: JSONResponse, Hashable {
    /// The claims of an active token.
    package struct Token: Sendable, Hashable, Codable {
        package var scope: ScopeSet?
        package var clientID: String?
        package var username: String?
        package var email: String?
        package var tokenType: TokenType?
        package var expiresAt: UnixTime?
        package var issuedAt: UnixTime?
        package var notBefore: UnixTime?
        package var subject: String?
        package var audience: Audience?
        package var issuer: String?
        package var tokenID: String?
        package var sessionID: String?
        package var authenticatedAt: UnixTime?
        package var acr: ACR?
        /// The key that the token is bound to (RFC 9449 §6.2).
        package var confirmation: Confirmation?
        /// The parties that act for the subject (RFC 8693 §4.1).
        package var actor: ActorChain?

        package init(
            scope: ScopeSet? = nil,
            clientID: String? = nil,
            username: String? = nil,
            email: String? = nil,
            tokenType: TokenType? = nil,
            expiresAt: UnixTime? = nil,
            issuedAt: UnixTime? = nil,
            notBefore: UnixTime? = nil,
            subject: String? = nil,
            audience: Audience? = nil,
            issuer: String? = nil,
            tokenID: String? = nil,
            sessionID: String? = nil,
            authenticatedAt: UnixTime? = nil,
            acr: ACR? = nil,
            confirmation: Confirmation? = nil,
            actor: ActorChain? = nil
        ) {
            self.scope = scope
            self.clientID = clientID
            self.username = username
            self.email = email
            self.tokenType = tokenType
            self.expiresAt = expiresAt
            self.issuedAt = issuedAt
            self.notBefore = notBefore
            self.subject = subject
            self.audience = audience
            self.issuer = issuer
            self.tokenID = tokenID
            self.sessionID = sessionID
            self.authenticatedAt = authenticatedAt
            self.acr = acr
            self.confirmation = confirmation
            self.actor = actor
        }

        private enum CodingKeys: String, CodingKey {
            case scope, username, email, acr
            case clientID = "client_id"
            case tokenType = "token_type"
            case expiresAt = "exp"
            case issuedAt = "iat"
            case notBefore = "nbf"
            case subject = "sub"
            case audience = "aud"
            case issuer = "iss"
            case tokenID = "jti"
            case sessionID = "sid"
            case authenticatedAt = "auth_time"
            case confirmation = "cnf"
            case actor = "act"
        }
    }

    /// The claims of the token; `nil` if it is unknown, expired, revoked or not meant for the client.
    package var token: Token?

    package init(token: Token?) {
        self.token = token
    }

    /// The response for every inactive token, which discloses nothing else.
    package static let inactive = IntrospectionResponse(token: nil)

    private enum CodingKeys: String, CodingKey {
        case active
    }

    package init(from decoder: any Decoder) throws {
        let active = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .active)
        token = active ? try Token(from: decoder) : nil
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(token != nil, forKey: .active)
        try token?.encode(to: encoder)
    }
}
