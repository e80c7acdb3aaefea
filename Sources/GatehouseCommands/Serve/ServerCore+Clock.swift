import Foundation
import GatehouseServer
import GatehouseStore

extension ServerCore {
    /// Refuses to start with a clock that is wrong.
    ///
    /// - Throws: ``CommandFailure`` for a machine's clock that is off, or one behind the last sweep.
    func checkClock() async throws(CommandFailure) {
        if let problem = clock?.problem {
            throw CommandFailure(problem, advice: "Set it, for example by NTP, and start again.")
        }
        let last: Date?
        do { last = try await store.lastSweep() } catch { throw CommandFailure(error) }
        guard !settings.trustsClock, let last, now < last.addingTimeInterval(-StoreClock.tolerance) else { return }
        throw CommandFailure(
            "The clock says \(now.formatted(.iso8601)), and the database was in use at \(last.formatted(.iso8601)) already.",
            advice: "Set the clock. If it is right, start once with --trust-clock."
        )
    }
}
