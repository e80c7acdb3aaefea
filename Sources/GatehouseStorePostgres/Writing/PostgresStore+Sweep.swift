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
        let count =
            try await sweep("transactions", "id", "expires_at < \(now)")
            + sweep("counters", "key", "expires_at < \(now)")
            + sweep("revoked_tokens", "id", "expires_at < \(now)")
            + sweep("codes", "id", "expires_at < \(end)")
            + sweep("devices", "id", "expires_at < \(end)")
            + sweep("devices", "id", "expires_at < \(undecided.milliseconds) AND decision = \(pending)")
            + sweep("sessions", "id", "ended_at < \(end) OR \(hasExpired)")
            + sweep("browser_sessions", "id", "ended_at < \(end) OR expires_at < \(end)")
        _ = try await write("UPDATE health SET swept_at = \(now)") { $0.changedCount }
        return count
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> SweepForecast {
        let end = date.addingTimeInterval(-grace).milliseconds
        return SweepForecast(
            sessions: try await share("expires_at < \(end)", of: "sessions WHERE is_offline AND ended_at IS NULL"),
            browserSessions: try await share("expires_at < \(end)", of: "browser_sessions WHERE ended_at IS NULL"),
            events: try await share("at < \(events?.milliseconds ?? Int64.min)", of: "audit_events WHERE true")
        )
    }

    private func share(_ condition: SQL, of rows: SQL) async throws(StoreError) -> SweepForecast.Share {
        let sql: SQL = """
            SELECT (SELECT count(*) FROM \(rows) AND \(condition)) AS expired, (SELECT count(*) FROM \(rows)) AS total
            """
        let share = try await first("share", sql) { row throws(StoreError) in
            SweepForecast.Share(expired: try row.integer("expired"), total: try row.integer("total"))
        }
        return share ?? .init(expired: 0, total: 0)
    }

    package func lastSweep() async throws(StoreError) -> Date? {
        let found = try await first("health", "SELECT swept_at FROM health") { row throws(StoreError) in
            try row.optionalDate("swept_at")
        }
        return found.flatMap(\.self)
    }

    package func time() async throws(StoreError) -> Date? {
        let sql: SQL = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now"
        return try await first("clock", sql) { row throws(StoreError) in try row.date("now") }
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
