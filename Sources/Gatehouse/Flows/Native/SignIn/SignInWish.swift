import GatehouseWire

/// What the tokens at the end of a native sign-in are for.
struct SignInWish: Sendable, Hashable, Codable {
    var scopes: ScopeSet
    /// The claims to ask for with the tokens, as JSON.
    var claims: String?
}
