/// What is known of a token (RFC 7662 §2.2).
package struct IntrospectionResponse: JSONResponse, Hashable {
    /// What an active token says.
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
            acr: ACR? = nil
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
        }
    }

    /// What the token says; `nil` for one that is unknown, expired, revoked or none of the asker's business.
    package var token: Token?

    package init(token: Token?) {
        self.token = token
    }

    /// The one answer to every token that is not good: it says nothing else.
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
