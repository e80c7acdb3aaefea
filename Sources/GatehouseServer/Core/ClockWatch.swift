import GatehouseStore
import Logging

/// A background task that keeps the server's clock synchronised with the database.
package struct ClockWatch: Sendable {
    let core: ServerCore
    let wait: @Sendable (Duration) async throws -> Void

    package init(core: ServerCore, wait: @escaping @Sendable (Duration) async throws -> Void) {
        self.core = core
        self.wait = wait
    }

    /// Measures every ten seconds until the task is cancelled, and logs when the machine's clock becomes wrong or
    /// right again.
    package func run() async {
        guard let clock = core.clock else { return }
        var wasOff = clock.problem != nil
        var isMeasured = true
        while !Task.isCancelled {
            do { try await wait(.seconds(10)) } catch { return }
            do throws(StoreError) { try await clock.measure(core.store) } catch {
                if isMeasured {
                    core.environment.logger.warning("clock not measured", metadata: ["reason": "\(error)"])
                }
                isMeasured = false
                continue
            }
            isMeasured = true
            let problem = clock.problem
            guard (problem != nil) != wasOff else { continue }
            wasOff = problem != nil
            if let problem {
                core.environment.logger.error("machine clock is off", metadata: ["reason": "\(problem)"])
            } else {
                core.environment.logger.notice("machine clock is right again")
            }
        }
    }
}
