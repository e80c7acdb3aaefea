import GatehouseStore
import GatehouseWire

/// The rule for which requested scopes a client is granted (RFC 6749 §3.3).
struct ScopePolicy: Sendable {
    /// The scopes that the client is registered for.
    let registered: ScopeSet
    /// The resources, whose scopes are known.
    var resources = ResourceCatalog()
    /// Whether scopes that the client is not registered for are ignored (RFC 6749 §3.3).
    ///
    /// Clients that register themselves often request all scopes in the metadata of the server or a resource.
    var ignoresExcess = false

    /// The server's own scopes; all other scopes are defined by resources and clients.
    static let server: ScopeSet = [
        .openid, .profile, .email, .phone, .address, .offlineAccess, .postalCode, .amazonUserID, .account,
        .manageAccounts,
    ]

    /// Returns the requested scopes without unknown ones, which are ignored (OpenID Connect Core §3.1.2.1).
    ///
    /// - Throws: `invalid_scope` for a scope of the server or a resource that the client is not registered for, and if
    ///   no requested scope is known.
    func granted(_ requested: ScopeSet) throws(OAuthError) -> ScopeSet {
        let known = try known(requested)
        let excess = known.subtracting(registered)
        if ignoresExcess, excess != known { return known.subtracting(excess) }
        guard excess.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not authorized for: \(excess).")
        }
        return known
    }

    /// Returns the requested scopes that the server, a resource or the client defines.
    ///
    /// - Throws: `invalid_scope` if scopes were requested and none of them is known.
    func known(_ requested: ScopeSet) throws(OAuthError) -> ScopeSet {
        let defined = Self.server.union(registered)
        let known = ScopeSet(requested.filter { defined.contains($0) || resources.resource(defining: $0) != nil })
        guard !known.isEmpty || requested.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not authorized for: \(requested).")
        }
        return known
    }
}
