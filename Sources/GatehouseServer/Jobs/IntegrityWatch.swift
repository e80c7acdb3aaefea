import GatehouseStore
import Logging

/// A background task that searches the database for damage that no request has met.
package struct IntegrityWatch: Sendable {
    /// The time between two checks of the whole database.
    package static let interval = Duration.seconds(24 * 60 * 60)

    let store: any Store
    let logger: Logger
    let wait: @Sendable (Duration) async throws -> Void

    /// Checks at the start and once a day until the task is cancelled.
    package func run() async {
        var atStart = true
        while !Task.isCancelled {
            do throws(StoreError) {
                try await store.checkIntegrity(atStart: atStart)
            } catch {
                // A check that the shutdown interrupts has found nothing.
                guard !Task.isCancelled else { return }
                logger.error("integrity check failed", metadata: ["error": "\(error)"])
            }
            atStart = false
            do { try await wait(Self.interval) } catch { return }
        }
    }
}
