package import Foundation
package import GatehouseStore

extension PostgresStore {
    /// So many rows go in one piece, so that a sweep does not hold up the commits of others.
    private static let sweepSize = 1000

    package func sweep(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        let cutoff = date.addingTimeInterval(-grace)
        let undecided = date.addingTimeInterval(-min(grace, DeviceAuthorization.undecidedGrace))
        let pending = StoredDecision.pending.rawValue
        let (now, end) = (date.milliseconds, cutoff.milliseconds)
        let hasExpired: SQL = "expiry_day <= \(cutoff.day) AND expires_at < \(end)"
        return try await sweep("transactions", "id", "expires_at < \(now)")
            + sweep("counters", "key", "expires_at < \(now)")
            + sweep("revoked_tokens", "id", "expires_at < \(now)")
            + sweep("codes", "id", "expires_at < \(end)")
            + sweep("devices", "id", "expires_at < \(end)")
            + sweep("devices", "id", "expires_at < \(undecided.milliseconds) AND decision = \(pending)")
            + sweep("sessions", "id", "ended_at < \(end) OR \(hasExpired)")
            + sweep("browser_sessions", "id", "ended_at < \(end) OR expires_at < \(end)")
    }

    package func forgetEvents(before date: Date) async throws(StoreError) -> Int {
        try await sweep("audit_events", "id", "at < \(date.milliseconds)")
    }

    /// Deletes rows, but for those that another commit is just at: they are in use, or another node sweeps them.
    private func sweep(_ table: String, _ key: String, _ condition: SQL) async throws(StoreError) -> Int {
        let sql: SQL = """
            WITH expired AS (
                SELECT \(name: key) FROM \(name: table) WHERE \(condition) LIMIT \(Self.sweepSize) FOR UPDATE SKIP LOCKED
            )
            DELETE FROM \(name: table) WHERE \(name: key) IN (SELECT \(name: key) FROM expired)
            """
        var total = 0
        while true {
            let count = try await write(sql) { $0.changedCount }
            total += count
            if count < Self.sweepSize { return total }
        }
    }
}
