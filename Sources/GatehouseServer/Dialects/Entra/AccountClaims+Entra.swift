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
        if isFirstParty || scopes.contains(.email) || scopes.contains(.profile) {
            claims.preferredUsername = account.email?.value ?? claims.preferredUsername ?? signInName
        }
        return claims
    }

    /// Whether the app is the operator's own, to which the user has given the address without being asked for consent.
    private var isFirstParty: Bool { client.native != nil || client.skipsConsent }

    /// The name that an account without an e-mail address signs in with.
    private var signInName: String? {
        account.identifier(.username)?.spelling ?? account.identifier(.phone)?.value
    }
}
