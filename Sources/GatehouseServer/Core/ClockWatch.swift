import GatehouseStore
import Logging

/// Keeps the server's clock set by the database, for as long as the server runs.
package struct ClockWatch: Sendable {
    let core: ServerCore
    let wait: @Sendable (Duration) async throws -> Void

    package init(core: ServerCore, wait: @escaping @Sendable (Duration) async throws -> Void) {
        self.core = core
        self.wait = wait
    }

    /// Looks every ten seconds until the task is cancelled, and logs when the machine's clock goes wrong or right.
    package func run() async {
        guard let clock = core.clock else { return }
        var wasOff = clock.complaint != nil
        while !Task.isCancelled {
            do { try await wait(.seconds(10)) } catch { return }
            do throws(StoreError) { try await clock.measure(core.store) } catch { continue }
            let complaint = clock.complaint
            guard (complaint != nil) != wasOff else { continue }
            wasOff = complaint != nil
            if let complaint {
                core.environment.logger.error("machine clock is off", metadata: ["reason": "\(complaint)"])
            } else {
                core.environment.logger.notice("machine clock is right again")
            }
        }
    }
}
