import GatehouseStore
import GatehouseWire

extension Client {
    /// Whether the client is registered for Login with Amazon; the endpoints of that protocol answer no other.
    ///
    /// What is looser there than in OAuth 2.1 stays with the clients that need it.
    var isOfAmazon: Bool { scopes.contains(.amazonUserID) }

    /// Refuses a client of another protocol.
    ///
    /// - Throws: `unauthorized_client`.
    func admitToAmazon() throws(OAuthError) {
        guard isOfAmazon else {
            throw OAuthError(.unauthorizedClient, "The client is not registered for Login with Amazon.")
        }
    }
}
