import GatehouseWire

/// What tokens are to be for.
struct TokenWish: Sendable, Hashable, Codable {
    /// What the access token must be good for; empty for whatever there is.
    var scopes: ScopeSet = []
    /// The claims to ask for with the tokens (OpenID Connect Core §5.5), as JSON; no token at hand has them.
    var claims: String?

    /// What the server is asked for on behalf of a session: its own scopes, unless they do not reach.
    func asked(for grant: StoredGrant) -> TokenWish {
        TokenWish(scopes: scopes.isSubset(of: grant.scopes) ? grant.scopes : scopes, claims: claims)
    }

    /// Whether tokens that were asked for with the other wish are all that can be had for this one.
    func isAnswered(by other: TokenWish, for grant: StoredGrant) -> Bool {
        claims == other.claims && asked(for: grant).scopes.isSubset(of: other.scopes)
    }
}
