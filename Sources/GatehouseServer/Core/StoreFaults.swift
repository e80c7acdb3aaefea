package import Foundation
package import GatehouseStore
import Synchronization

/// A memory of store faults: damaged records, or a state older than the tokens that this server has issued.
///
/// A request that meets a fault is answered with 503, never as if a valid token were invalid, and the server is not
/// ready for a while.
package final class StoreFaults: Sendable {
    /// The seconds for which a fault keeps the server from being ready.
    package static let memory: TimeInterval = 60

    private let last = Mutex<(error: StoreError, date: Date)?>(nil)

    /// Records a store error if it is a fault.
    func note(_ error: StoreError, at now: Date) {
        guard case .corrupt = error else { return }
        last.withLock { $0 = (error, now) }
    }

    /// Returns the last fault within ``memory``.
    package func recent(at now: Date) -> StoreError? {
        guard let last = last.withLock({ $0 }), abs(now.timeIntervalSince(last.date)) < Self.memory else { return nil }
        return last.error
    }
}
