/// A token, and whose it is.
package struct KiiTokenResponse: JSONResponse, Hashable {
    /// The user, or the app for a token of its own.
    package var id: String
    package var accessToken: Secret
    /// Seconds; some servers say "never" with the largest number there is.
    package var expiresIn: Int64?
    package var tokenType: TokenType
    package var refreshToken: Secret?
    package var scope: ScopeSet?

    package init(
        id: String,
        accessToken: Secret,
        expiresIn: Int64?,
        refreshToken: Secret? = nil,
        scope: ScopeSet? = nil
    ) {
        self.id = id
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        tokenType = .kiiBearer
        self.refreshToken = refreshToken
        self.scope = scope
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case accessToken = "access_token"
        case expiresIn = "expires_in"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case scope
    }
}
