import Foundation
package import GatehouseStore

/// Reports whether the server is ready. Checks the store with a write, at most once a second.
package actor ReadinessProbe {
    private static let memory: TimeInterval = 1

    private let store: any Store
    private let environment: ServerEnvironment
    private let faults: StoreFaults
    /// The clock behind the environment; `nil` if the environment has its own.
    private let clock: StoreClock?
    /// The latest result.
    private var latest: (date: Date, result: Result<ReplicationStatus?, StoreError>)?
    private var running: Task<Result<ReplicationStatus?, StoreError>, Never>?
    /// Whether the server is shutting down, so that load balancers stop sending it requests.
    package private(set) var isDraining = false

    package init(store: any Store, environment: ServerEnvironment, faults: StoreFaults, clock: StoreClock?) {
        self.store = store
        self.environment = environment
        self.faults = faults
        self.clock = clock
    }

    /// Marks the server as shutting down.
    package func drain() { isDraining = true }

    /// Returns the state of the store's replication if the store works, or worked within the last second.
    ///
    /// - Returns: The state; `nil` for a store without standbys of its own.
    /// - Throws: The store's error, which is repeated for a second. Concurrent callers share one check.
    @discardableResult
    package func check() async throws(StoreError) -> ReplicationStatus? {
        let now = environment.now
        let status = try await result(at: now).get()
        // Rethrowing the error itself would count it as another fault.
        if faults.recent(at: now) != nil {
            throw .unavailable("Records in the store are damaged or out of date. See the earlier errors in the log.")
        }
        return status
    }

    private func result(at now: Date) async -> Result<ReplicationStatus?, StoreError> {
        if let latest, abs(now.timeIntervalSince(latest.date)) < Self.memory { return latest.result }
        if let running { return await running.value }
        let task = Task {
            let result = await measure()
            latest = (environment.now, result)
            running = nil
            return result
        }
        running = task
        return await task.value
    }

    /// Compares the clocks first, which is a read: a node whose clock is off does not write.
    private func measure() async -> Result<ReplicationStatus?, StoreError> {
        do throws(StoreError) {
            try await clock?.measure(store)
            if let problem = clock?.problem { throw .unavailable(problem) }
            try await store.checkHealth()
            // Information only: the server is ready without it.
            return .success(try? await store.replication())
        } catch {
            return .failure(error)
        }
    }
}
