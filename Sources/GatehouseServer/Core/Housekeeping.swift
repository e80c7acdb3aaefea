import Foundation
package import GatehouseStore
import Logging

/// Deletes what has expired, for as long as the server runs.
package struct Housekeeping: Sendable {
    let core: ServerCore
    let wait: @Sendable (Duration) async throws -> Void

    package init(core: ServerCore, wait: @escaping @Sendable (Duration) async throws -> Void) {
        self.core = core
        self.wait = wait
    }

    /// Sweeps every ten minutes until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                let gone = try await sweep()
                core.environment.logger.debug("Swept what had expired", metadata: ["rows": "\(gone)"])
            } catch {
                core.environment.logger.warning("Could not sweep what has expired", metadata: ["reason": "\(error)"])
            }
            do { try await wait(.seconds(600)) } catch { return }
        }
    }

    /// Deletes what has expired by now and audit events that have been kept long enough, and forgets whom no limit concerns any more.
    ///
    /// - Returns: how many records went.
    package func sweep() async throws(StoreError) -> Int {
        core.limiter.prune(at: core.now)
        let gone = try await core.store.sweep(before: core.now, grace: core.settings.lifetimes.replayMemory)
        guard let kept = core.settings.lifetimes.auditEvents else { return gone }
        return try await gone + core.store.forgetEvents(before: core.now.addingTimeInterval(-kept))
    }
}
