package import GatehouseWire

/// What a finished transaction gives.
package enum TransactionOutcome: Sendable {
    /// The answer that goes back to the client.
    case authorization(AuthorizationResponse)
    /// A device was allowed or refused.
    case device(allowed: Bool)
}
