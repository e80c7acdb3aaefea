import Gatehouse
import GatehouseWire

/// What tokens are wanted for.
struct TokenWish: Sendable {
    var scopes: ScopeSet
    /// Claims that are wanted in them, as JSON.
    var claims: String?

    /// Reads what an app says before anything is sent.
    ///
    /// - Parameters:
    ///   - scopes: What the access token is for.
    ///   - claims: Claims that are wanted in the tokens.
    /// - Returns: The wish; an error for claims that JSON does not have.
    static func reading(_ scopes: [String]?, _ claims: MSALClaimsRequest?) -> Result<TokenWish, AuthError> {
        Result { () throws(AuthError) in
            var wish = TokenWish(scopes: ScopeSet((scopes ?? []).map(Scope.init(rawValue:))))
            guard let claims, !claims.isEmpty else { return wish }
            guard let json = claims.jsonString() else {
                throw AuthError(.refused, "The claims request has a value that JSON does not have.")
            }
            wish.claims = json
            return wish
        }
    }
}
