import GatehouseWire

/// The rule for which requested scopes a client is granted (RFC 6749 §3.3).
struct ScopePolicy: Sendable {
    /// The scopes that the client is registered for.
    let registered: ScopeSet

    /// The scopes of the server itself; every other one is a client's own.
    static let server: ScopeSet = [
        .openid, .profile, .email, .phone, .address, .offlineAccess, .postalCode, .amazonUserID, .account,
        .manageAccounts,
    ]

    /// Returns the requested scopes without unknown ones, which are ignored (OpenID Connect Core §3.1.2.1).
    ///
    /// - Throws: `invalid_scope` for a scope of the server that the client is not registered for, and when no
    ///   requested scope is known.
    func granted(_ requested: ScopeSet) throws(OAuthError) -> ScopeSet {
        let known = try known(requested)
        let excess = known.subtracting(registered)
        guard excess.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not registered for: \(excess).")
        }
        return known
    }

    /// Returns the requested scopes that are the server's or the client's.
    ///
    /// - Throws: `invalid_scope` when scopes were requested and none of them is known.
    func known(_ requested: ScopeSet) throws(OAuthError) -> ScopeSet {
        let known = requested.intersection(Self.server.union(registered))
        guard !known.isEmpty || requested.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not registered for: \(requested).")
        }
        return known
    }
}
