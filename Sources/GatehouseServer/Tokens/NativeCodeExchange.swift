import GatehouseStore
import GatehouseWire

/// The exchange of a code that a native flow has issued in a protocol without PKCE.
///
/// The flow was bound to its app by the continuation token, and the code was in no redirect.
struct NativeCodeExchange: Sendable {
    /// The requested scopes; empty for those of the authorization.
    let scopes: ScopeSet
    /// The `claims` parameter; `nil` for that of the authorization.
    let claims: ClaimsRequest?

    /// Returns the authorization of a code with the scopes and claims of the token request, which old apps send only
    /// there.
    ///
    /// - Throws: `unmet_authentication_requirements` or `invalid_scope`.
    func session(of record: AuthorizationCode, _ client: Client) throws(OAuthError) -> SessionRequest {
        guard record.authentication.reaches(claims) else {
            throw OAuthError(
                .unmetAuthenticationRequirements,
                "The sign-in does not reach the authentication context class that the claims require."
            )
        }
        let excess = client.unregisteredScopes(in: scopes)
        let granted = scopes.isEmpty ? record.scopes : scopes.intersection(record.scopes)
        guard excess.isEmpty, !granted.isEmpty else {
            let refused = excess.isEmpty ? scopes : excess
            throw OAuthError(.invalidScope, "The client is not authorized for: \(refused).")
        }
        return SessionRequest(record, scopes: granted, claims: claims.map { GrantedClaims($0).stored } ?? record.claims)
    }
}
