import GatehouseStore
import GatehouseWire

/// The client credentials grant (RFC 6749 §4.4).
///
/// Issues a token without a user, session or refresh token; writes nothing.
struct ClientCredentialsGrant: TokenEndpointGrant {
    static let isWithoutUser = true

    let services: GrantServices
    let scope: ScopeSet?

    func checkEligibility(of client: Client) throws(OAuthError) {
        guard client.isConfidential else {
            throw OAuthError(.unauthorizedClient, "This request requires a confidential client.")
        }
    }

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        let scopes = try Self.scopes(scope, of: request.client)
        return try await services.tokens.issueClientToken(scopes: scopes, for: request)
    }

    /// Returns the requested scopes of a token of the client itself, or all that it may have.
    ///
    /// - Throws: `invalid_scope`.
    static func scopes(_ requested: ScopeSet?, of client: Client) throws(OAuthError) -> ScopeSet {
        // The server's own scopes concern users, or are granted in other ways.
        let allowed = client.scopes.subtracting(ScopePolicy.server)
        let scopes = requested ?? allowed
        guard scopes.isSubset(of: allowed) else {
            let excess = scopes.subtracting(allowed)
            throw OAuthError(
                .invalidScope,
                "These scopes require a user or are not registered for the client: \(excess)."
            )
        }
        return scopes
    }
}

extension ClientCredentialsGrant {
    init(_ request: ClientCredentialsParameters, _ services: GrantServices) {
        self.init(services: services, scope: request.scope)
    }
}
