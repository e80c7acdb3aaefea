import GatehouseStore

/// A change, and what it means when its condition does not hold.
package struct Guarded: Sendable {
    enum Conflict: Sendable {
        /// The world has moved on: look again and decide again.
        case retry
        case refuse(TransactionError)
        /// The counter it would have raised is full.
        case limit(LimitName)
    }

    let change: Change
    let conflict: Conflict

    init(_ change: Change, otherwise conflict: Conflict = .retry) {
        self.change = change
        self.conflict = conflict
    }
}
