package import Foundation
package import GatehouseStore

extension PostgresStore {
    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        let sql: SQL = """
            SELECT key, count, expires_at FROM counters WHERE key = \(key) AND expires_at > \(now.milliseconds)
            """
        return try await first("counter", sql, Self.counter)
    }

    package func add(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        guard !counts.isEmpty else { return [] }
        let (keys, now) = (counts.map(\.key), now.milliseconds)
        let ends = counts.map(\.expiresAt.milliseconds)
        // In an order that is the same at every node, as in ``WriteGroup``.
        let sql: SQL = """
            INSERT INTO counters (key, count, expires_at)
            SELECT * FROM unnest(\(keys), \(counts.map { Int64($0.count) }), \(ends)) AS added (key, count, expires_at)
            ORDER BY key
            ON CONFLICT (key) DO UPDATE SET
                count = excluded.count + CASE WHEN counters.expires_at > \(now) THEN counters.count ELSE 0 END,
                expires_at = CASE
                    WHEN counters.expires_at > \(now) THEN counters.expires_at ELSE excluded.expires_at
                END
            RETURNING key, count, expires_at
            """
        return try await write(sql, altering: Set(keys)) { rows throws(StoreError) in
            try rows.all("counter", Self.counter)
        }
    }

    private static func counter(_ row: RowReader) throws(StoreError) -> Counter {
        Counter(key: try row.text("key"), count: try row.integer("count"), expiresAt: try row.date("expires_at"))
    }
}
