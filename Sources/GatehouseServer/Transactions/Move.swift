import GatehouseStore
import GatehouseWire

/// What the engine has decided to do with one input, before it is committed.
struct Move: Sendable {
    var step: TransactionStep
    /// The code that the person has gone away from without using it up; see ``TransactionState/left``.
    var left: CodeStep?
    var changes: [Guarded] = []
    /// What was counted before the commit, and is taken back when there is none.
    var takeBack: [Change] = []
    var outcome: TransactionOutcome?
    var signedIn: Secret?
    /// Set when the input was refused but something is to be kept all the same: one try less.
    var refusal: TransactionError?
}
