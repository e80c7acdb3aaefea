import GatehouseWire

/// The rule for the audience of access tokens (RFC 8707 §2).
///
/// The server is the only resource: no other party has agreed to be an audience.
struct ResourcePolicy: Sendable {
    let issuer: String

    /// Returns the audience of a token.
    ///
    /// - Parameter resources: The requested resources; empty for the server itself.
    /// - Returns: The server itself.
    /// - Throws: `invalid_target` for any other resource.
    func audience(for resources: [String]) throws(OAuthError) -> Audience {
        guard resources.allSatisfy({ $0 == issuer }) else {
            throw OAuthError(
                .invalidTarget,
                "Unknown resource. Omit \(ParameterName.resource) or use the issuer."
            )
        }
        return Audience([issuer])
    }
}

/// The rule for which requested scopes a client is granted (RFC 6749 §3.3).
struct ScopePolicy: Sendable {
    /// The scopes that the client is registered for.
    let registered: ScopeSet

    /// The server's own scopes; all other scopes are defined by clients.
    static let server: ScopeSet = [
        .openid, .profile, .email, .phone, .address, .offlineAccess, .postalCode, .amazonUserID, .account,
        .manageAccounts,
    ]

    /// Returns the requested scopes without unknown ones, which are ignored (OpenID Connect Core §3.1.2.1).
    ///
    /// - Throws: `invalid_scope` for a server scope that the client is not registered for, and if no requested scope is
    ///   known.
    func granted(_ requested: ScopeSet) throws(OAuthError) -> ScopeSet {
        let known = try known(requested)
        let excess = known.subtracting(registered)
        guard excess.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not authorized for: \(excess).")
        }
        return known
    }

    /// Returns the requested scopes that the server or the client defines.
    ///
    /// - Throws: `invalid_scope` if scopes were requested and none of them is known.
    func known(_ requested: ScopeSet) throws(OAuthError) -> ScopeSet {
        let known = requested.intersection(Self.server.union(registered))
        guard !known.isEmpty || requested.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not authorized for: \(requested).")
        }
        return known
    }
}
