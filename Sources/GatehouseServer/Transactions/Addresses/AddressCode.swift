import GatehouseStore

/// A code for an address, with what has to be committed for it.
struct AddressCode: Sendable {
    let step: CodeStep
    /// The code itself.
    let code: String
    /// The transaction that waits for it.
    let record: Change
    /// What counts and queues the message that carries it; empty when none can be sent.
    let message: [Guarded]
    /// Whether the same code was sent a moment ago.
    let wasJustSent: Bool
}
