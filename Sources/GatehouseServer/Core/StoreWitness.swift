package import GatehouseStore
import Synchronization

/// Hears what the store said when it failed behind an answer that does not repeat it: callers over the network are told no more than
/// to come back, but whoever runs a command is the operator.
package final class StoreWitness: Sendable {
    /// The one that listens to what the present task does; `nil` where nobody does.
    @TaskLocal package static var current: StoreWitness?

    private let last = Mutex<StoreError?>(nil)

    package init() {}

    /// What the store said last.
    package var failure: StoreError? { last.withLock { $0 } }

    /// Tells whoever listens.
    static func note(_ error: StoreError) { current?.last.withLock { $0 = error } }
}
