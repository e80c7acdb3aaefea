import GatehouseStore
import GatehouseWire

/// One way to get tokens, with what the client gave in exchange.
///
/// Neither requirement has a default: every grant says itself who may use it and what it binds.
protocol Grant: Sendable {
    /// Refuses clients that may not use this grant whatever they are registered for.
    ///
    /// - Throws: `unauthorized_client`.
    func admit(_ client: Client) throws(OAuthError)

    /// Turns what was given into tokens.
    ///
    /// - Parameter request: The authenticated client, which is registered for the grant, and its surroundings.
    /// - Returns: The tokens.
    /// - Throws: The errors of RFC 6749 §5.2 and of the grant's own specification.
    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens
}
