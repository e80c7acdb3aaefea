import Foundation
import GatehouseServer
import GatehouseStore

extension ServerCore {
    /// Refuses to serve by a clock that cannot be right.
    func checkClock() async throws(CommandFailure) {
        if let complaint = clock?.complaint {
            throw CommandFailure(complaint, advice: "Set it, by NTP say, and start again.")
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
