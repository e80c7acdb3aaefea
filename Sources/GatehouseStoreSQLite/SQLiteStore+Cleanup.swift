package import Foundation
import GRDB
package import GatehouseStore

extension SQLiteStore {
    /// The number of rows deleted in one transaction, so that a cleanup does not delay other commits.
    private static let cleanupBatchSize = 1000

    package func deleteExpired(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        let now = date.milliseconds
        let cutoff = date.addingTimeInterval(-grace).milliseconds
        let undecided = date.addingTimeInterval(-min(grace, DeviceAuthorization.undecidedGrace)).milliseconds
        let count =
            try await deleteExpired("flows", "id", "expires_at < :date", now)
            + deleteExpired("counters", "key", "expires_at < :date", now)
            + deleteExpired("revoked_tokens", "id", "expires_at < :date", now)
            + deleteExpired("codes", "id", "expires_at < :date", cutoff)
            + deleteExpired("devices", "id", "expires_at < :date", cutoff)
            + deleteExpired(
                "devices",
                "id",
                "expires_at < :date AND decision = '\(StoredDecision.pending.rawValue)'",
                undecided
            )
            + deleteExpired("sessions", "id", "ended_at < :date OR expires_at < :date", cutoff)
            + deleteExpired("browser_sessions", "id", "ended_at < :date OR expires_at < :date", cutoff)
        _ = try await writer.perform { db in try db.run("UPDATE health SET cleaned_up_at = ?", [now]) }
        return count
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        let cutoff = date.addingTimeInterval(-grace).milliseconds
        return try await readLongRunning { db in
            func share(_ expired: String, _ date: Int64, of rows: String) throws -> CleanupForecast.Share {
                .init(
                    expired: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(rows) AND \(expired)", arguments: [date])
                        ?? 0,
                    total: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(rows)") ?? 0
                )
            }
            return CleanupForecast(
                sessions: try share("expires_at < ?", cutoff, of: "sessions WHERE is_offline = 1 AND ended_at IS NULL"),
                browserSessions: try share("expires_at < ?", cutoff, of: "browser_sessions WHERE ended_at IS NULL"),
                events: try share("at < ?", events?.milliseconds ?? Int64.min, of: "audit_events WHERE true")
            )
        }
    }

    package func lastCleanup() async throws(StoreError) -> Date? {
        let found = try await read { db in
            try db.first("health", "SELECT cleaned_up_at FROM health") { try $0.optionalDate("cleaned_up_at") }
        }
        return found.flatMap(\.self)
    }

    package func time() async throws(StoreError) -> Date? { nil }

    package func deleteEvents(before date: Date) async throws(StoreError) -> Int {
        try await deleteExpired("audit_events", "sequence", "at < :date", date.milliseconds)
    }

    private func deleteExpired(
        _ table: String,
        _ key: String,
        _ condition: String,
        _ date: Int64
    ) async throws(StoreError) -> Int {
        let expired = "SELECT \(key) FROM \(table) WHERE \(condition) LIMIT :size"
        let sql = "DELETE FROM \(table) WHERE \(key) IN (\(expired))"
        var total = 0
        while true {
            let count = try await writer.perform { db in
                try db.run(sql, ["date": date, "size": Self.cleanupBatchSize])
            }
            total += count
            if count < Self.cleanupBatchSize { return total }
        }
    }
}
