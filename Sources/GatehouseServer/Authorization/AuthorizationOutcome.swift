package import GatehouseWire

/// What an authorization request leads to at once.
package enum AuthorizationOutcome: Sendable {
    /// Somebody has to be asked something; the transaction waits at its step.
    case interact(Transaction)
    /// The answer is ready.
    case respond(AuthorizationResponse)
}
