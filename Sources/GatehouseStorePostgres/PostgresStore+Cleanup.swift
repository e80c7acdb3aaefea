package import Foundation
package import GatehouseStore

extension PostgresStore {
    /// The number of rows deleted in one transaction, so that a cleanup does not delay other commits.
    private static let cleanupBatchSize = 1000

    package func deleteExpired(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        let cutoff = date.addingTimeInterval(-grace)
        let undecided = date.addingTimeInterval(-min(grace, DeviceAuthorization.undecidedGrace))
        let pending = StoredDecision.pending.rawValue
        let (now, end) = (date.milliseconds, cutoff.milliseconds)
        let hasExpired: SQL = "expiry_day <= \(cutoff.day) AND expires_at < \(end)"
        let count =
            try await deleteExpired("flows", "id", "expires_at < \(now)")
            + deleteExpired("counters", "key", "expires_at < \(now)")
            + deleteExpired("revoked_tokens", "id", "expires_at < \(now)")
            + deleteExpired("codes", "id", "expires_at < \(end)")
            + deleteExpired("devices", "id", "expires_at < \(end)")
            + deleteExpired("devices", "id", "expires_at < \(undecided.milliseconds) AND decision = \(pending)")
            + deleteExpired("sessions", "id", "ended_at < \(end) OR \(hasExpired)")
            + deleteExpired("browser_sessions", "id", "ended_at < \(end) OR expires_at < \(end)")
        _ = try await write("UPDATE health SET cleaned_up_at = \(now)") { $0.changedCount }
        return count
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        let end = date.addingTimeInterval(-grace).milliseconds
        return CleanupForecast(
            sessions: try await share("expires_at < \(end)", of: "sessions WHERE is_offline AND ended_at IS NULL"),
            browserSessions: try await share("expires_at < \(end)", of: "browser_sessions WHERE ended_at IS NULL"),
            events: try await share("at < \(events?.milliseconds ?? Int64.min)", of: "audit_events WHERE true")
        )
    }

    private func share(_ condition: SQL, of rows: SQL) async throws(StoreError) -> CleanupForecast.Share {
        let sql: SQL = """
            SELECT (SELECT count(*) FROM \(rows) AND \(condition)) AS expired, (SELECT count(*) FROM \(rows)) AS total
            """
        let share = try await first("share", sql) { row throws(StoreError) in
            CleanupForecast.Share(expired: try row.integer("expired"), total: try row.integer("total"))
        }
        return share ?? .init(expired: 0, total: 0)
    }

    package func lastCleanup() async throws(StoreError) -> Date? {
        let found = try await first("health", "SELECT cleaned_up_at FROM health") { row throws(StoreError) in
            try row.optionalDate("cleaned_up_at")
        }
        return found.flatMap(\.self)
    }

    package func time() async throws(StoreError) -> Date? {
        let sql: SQL = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now"
        return try await first("clock", sql) { row throws(StoreError) in try row.date("now") }
    }

    package func deleteEvents(before date: Date) async throws(StoreError) -> Int {
        try await deleteExpired("audit_events", "id", "at < \(date.milliseconds)")
    }

    /// Deletes rows, except those locked by other commits: they are in use, or another node deletes them.
    private func deleteExpired(_ table: String, _ key: String, _ condition: SQL) async throws(StoreError) -> Int {
        let sql: SQL = """
            WITH expired AS (
                SELECT \(name: key) FROM \(name: table) WHERE \(condition) LIMIT \(Self.cleanupBatchSize)
                FOR UPDATE SKIP LOCKED
            )
            DELETE FROM \(name: table) WHERE \(name: key) IN (SELECT \(name: key) FROM expired)
            """
        var total = 0
        while true {
            let count = try await write(sql) { $0.changedCount }
            total += count
            if count < Self.cleanupBatchSize { return total }
        }
    }
}
