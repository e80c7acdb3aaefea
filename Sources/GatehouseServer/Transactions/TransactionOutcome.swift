package import GatehouseWire

/// What a finished transaction gives.
package enum TransactionOutcome: Sendable {
    /// The answer that goes back to the client.
    case authorization(AuthorizationResponse)
    /// The tokens of an app.
    case tokens(GrantedTokens)
    /// A device was allowed or refused.
    case device(allowed: Bool)
}
