/// Tokens (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
package struct TokenResponse: JSONResponse, Hashable {
    package var accessToken: Secret
    package var tokenType: TokenType
    /// Seconds until the access token expires; this server always says it.
    package var expiresIn: Int?
    package var refreshToken: Secret?
    package var idToken: Secret?
    /// What was granted; absent when it is exactly what was asked for.
    package var scope: ScopeSet?

    package init(
        accessToken: Secret,
        tokenType: TokenType = .bearer,
        expiresIn: Int?,
        refreshToken: Secret? = nil,
        idToken: Secret? = nil,
        scope: ScopeSet?
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.scope = scope
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
        case scope
    }

    /// Reads the answer of any server: `token_type` in any case, but no other than Bearer (RFC 6749 §7.1), seconds also as a
    /// string of digits, and a scope with stray spaces.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(Secret.self, forKey: .accessToken)
        guard !accessToken.reveal().isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .accessToken, in: container, debugDescription: "Empty.")
        }
        let type = try container.decode(String.self, forKey: .tokenType)
        guard type.lowercased() == TokenType.bearer.rawValue.lowercased() else {
            throw DecodingError.dataCorruptedError(forKey: .tokenType, in: container, debugDescription: "Not Bearer.")
        }
        tokenType = .bearer
        if let text = try? container.decode(String.self, forKey: .expiresIn), let seconds = Int(text) {
            expiresIn = seconds
        } else {
            expiresIn = try container.decodeIfPresent(Int.self, forKey: .expiresIn)
        }
        refreshToken = try container.decodeIfPresent(Secret.self, forKey: .refreshToken)
        idToken = try container.decodeIfPresent(Secret.self, forKey: .idToken)
        scope = try container.decodeIfPresent(String.self, forKey: .scope).map { ScopeSet(Scope.list($0)) }
    }
}
