package import Foundation
package import GatehouseStore
import Synchronization

/// Signs that what the store holds cannot be trusted: damaged records, or a state older than the tokens that this
/// server has issued.
///
/// Requests that meet one are answered with 503, never as if a valid token were invalid, and the server is not ready
/// for a while after.
package final class StoreFaults: Sendable {
    /// How long, in seconds, a fault keeps the server from being ready.
    package static let memory: TimeInterval = 60

    private let last = Mutex<(error: StoreError, date: Date)?>(nil)

    /// Notes an error of the store, if it is a fault.
    func note(_ error: StoreError, at now: Date) {
        guard case .corrupt = error else { return }
        last.withLock { $0 = (error, now) }
    }

    /// The last fault, unless it was too long ago.
    package func recent(at now: Date) -> StoreError? {
        guard let last = last.withLock({ $0 }), abs(now.timeIntervalSince(last.date)) < Self.memory else { return nil }
        return last.error
    }
}
