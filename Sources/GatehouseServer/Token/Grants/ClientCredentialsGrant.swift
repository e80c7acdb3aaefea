import GatehouseStore
import GatehouseWire

/// A client gets a token for itself (RFC 6749 §4.4): no person, no session, no refresh token, and nothing is written.
struct ClientCredentialsGrant: Grant {
    let core: ServerCore
    let scope: ScopeSet?

    func admit(_ client: Client) throws(OAuthError) {
        guard client.isConfidential else {
            throw OAuthError(.unauthorizedClient, "Only a client with a secret may use this grant.")
        }
    }

    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens {
        // The server's own scopes concern a user, or are granted in other ways.
        let allowed = request.client.scopes.subtracting(ScopePolicy.server)
        let scopes = scope ?? allowed
        guard scopes.isSubset(of: allowed) else {
            let excess = scopes.subtracting(allowed)
            throw OAuthError(
                .invalidScope,
                "Without a person, or for this client, there is no: \(excess)."
            )
        }
        return try await TokenMinter(core: core).clientToken(scopes: scopes, for: request)
    }
}
