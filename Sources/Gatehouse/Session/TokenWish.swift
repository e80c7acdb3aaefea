import Foundation
import GatehouseWire

/// What tokens are to be for.
struct TokenWish: Sendable, Hashable, Codable {
    /// What the access token must be good for; empty for whatever there is.
    var scopes: ScopeSet = []
    /// The claims to ask for with the tokens (OpenID Connect Core §5.5), as JSON; no token at hand has them.
    var claims: String?
    /// What names the request in the logs of both sides; it makes no difference to the tokens.
    var correlationID: UUID?

    /// What the server is asked for on behalf of a session: its own scopes, unless they do not reach.
    func asked(for grant: StoredGrant) -> TokenWish {
        var wish = self
        if scopes.isSubset(of: grant.scopes) { wish.scopes = grant.scopes }
        return wish
    }

    /// Whether tokens that were asked for with the other wish are all that can be had for this one.
    func isAnswered(by other: TokenWish, for grant: StoredGrant) -> Bool {
        claims == other.claims && asked(for: grant).scopes.isSubset(of: other.scopes)
    }
}
