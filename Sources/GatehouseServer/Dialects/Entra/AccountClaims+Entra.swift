import GatehouseStore
import GatehouseWire

extension AccountClaims {
    /// The version of an ID token's form that Microsoft's libraries know.
    private static let tokenVersion: JSONValue = "2.0"

    /// What an ID token tells Entra's clients beside what OpenID Connect puts in: what they know an account by, and all that the scopes
    /// cover, since those clients ask no other endpoint.
    func entraIDToken(_ scopes: ScopeSet, tenantID: String) -> StandardClaims {
        var claims = userInfo(scopes, nil)
        claims[.objectID] = .string(account.id.rawValue)
        claims[.tenantID] = .string(tenantID)
        claims[.tokenVersion] = Self.tokenVersion
        // The operator's own app was told the address by the person; any other may have it if they agreed.
        if client.native != nil || scopes.contains(.email) {
            claims.preferredUsername = account.email?.value ?? claims.preferredUsername
        }
        return claims
    }
}
