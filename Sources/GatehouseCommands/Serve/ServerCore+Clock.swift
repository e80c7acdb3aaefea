import Foundation
import GatehouseServer
import GatehouseStore

extension ServerCore {
    /// Refuses to start with a clock that is wrong.
    ///
    /// - Throws: ``CommandFailure`` for a machine's clock that is off, one behind the last sweep, or one by
    ///   which so many sessions have expired that it is probably ahead; also for a time of restoring in the future.
    func checkClock() async throws(CommandFailure) {
        if let problem = clock?.problem {
            throw CommandFailure(problem, advice: "Set it, for example by NTP, and start again.")
        }
        let last: Date?
        do { last = try await store.lastSweep() } catch { throw CommandFailure(error) }
        if !settings.trustsClock, let last, now < last.addingTimeInterval(-StoreClock.tolerance) {
            throw CommandFailure(
                "The clock says \(now.formatted(.iso8601)), and the database was in use at \(last.formatted(.iso8601)) already.",
                advice: "Set the clock. If it is right, start once with --trust-clock."
            )
        }
        try await checkExpiry()
        if let restored = settings.restoredAt, restored > now.addingTimeInterval(StoreClock.tolerance) {
            throw CommandFailure("The setting restored-at is in the future: \(restored.formatted(.iso8601)).")
        }
    }

    private func checkExpiry() async throws(CommandFailure) {
        let expiry: SweepForecast.Share?
        do throws(StoreError) {
            expiry = try await Housekeeping(core: self, wait: { _ in }).implausibleExpiry()
        } catch {
            throw CommandFailure(error)
        }
        guard let expiry else { return }
        throw CommandFailure(
            "By the clock, which says \(now.formatted(.iso8601)), \(expiry.expired) of \(expiry.total) sessions"
                + " have expired since the server last ran.",
            advice: "Check the clock. If it is right, start once with --trust-clock."
        )
    }
}
