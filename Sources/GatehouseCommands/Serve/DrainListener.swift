import GatehouseServer
import Logging
import ServiceLifecycle
import UnixSignals

/// Has the server say for a while after SIGTERM that it is not ready, while it serves everybody as before; then it ends, and the server
/// with it.
///
/// A second signal ends the wait.
struct DrainListener: Service {
    let time: Duration
    let readiness: Readiness
    let wait: @Sendable (Duration) async throws -> Void
    let logger: Logger

    func run() async throws {
        guard await nextTermination() else { return }
        await readiness.drain()
        logger.info("Not ready any more, and about to stop", metadata: ["after": "\(time)"])
        await withTaskGroup { group in
            group.addTask { try? await wait(time) }
            group.addTask { _ = await nextTermination() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits for a signal; `false` when the server ends for another reason.
    private func nextTermination() async -> Bool {
        for await _ in await UnixSignalsSequence(trapping: .sigterm).cancelOnGracefulShutdown() { return true }
        return false
    }
}
