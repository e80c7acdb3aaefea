import GatehouseStore

/// A change, and the action to take if its condition does not hold.
package struct ConditionalWrite: Sendable {
    enum ConflictAction: Sendable {
        /// Another request changed a record that the decision was based on: re-read and decide again.
        case retry
        case fail(FlowError)
        /// The counter of the limit is exhausted.
        case limit(LimitName)
    }

    let change: Change
    let onConflict: ConflictAction

    init(_ change: Change, onConflict: ConflictAction = .retry) {
        self.change = change
        self.onConflict = onConflict
    }
}
