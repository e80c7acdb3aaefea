import GatehouseStore
import GatehouseWire

/// What the engine has decided to do with one input, before it is committed.
struct Move: Sendable {
    var step: TransactionStep
    var changes: [Guarded] = []
    var outcome: TransactionOutcome?
    var signedIn: Secret?
    /// Set when the input was refused but something is to be kept all the same: one try less.
    var refusal: TransactionError?
}
