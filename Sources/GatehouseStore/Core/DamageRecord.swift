import GatehouseConcurrency

/// The first damage to a database that any operation of this process has found.
///
/// It is never forgotten: a later success only means that the damaged part was not read.
package final class DamageRecord: Sendable {
    private let first = Mutex<StoreError?>(nil)

    package init() {}

    /// Returns the value of a result, and records its error if it is damage.
    package func value<Value>(of result: Result<Value, StoreError>) throws(StoreError) -> Value {
        if case .failure(let error) = result { record(error) }
        return try result.get()
    }

    /// Records an error if it is damage.
    package func record(_ error: StoreError) {
        guard case .damaged = error else { return }
        first.withLock { $0 = $0 ?? error }
    }

    /// Throws the damage that was found.
    package func requireNone() throws(StoreError) {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
