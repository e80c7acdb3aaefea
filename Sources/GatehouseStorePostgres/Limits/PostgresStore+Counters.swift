package import Foundation
package import GatehouseStore

extension PostgresStore {
    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        let sql: SQL = """
            SELECT key, count, expires_at FROM counters WHERE key = \(key) AND expires_at > \(now.milliseconds)
            """
        return try await first("counter", sql) { row throws(StoreError) in
            Counter(
                key: try row.text("key"),
                count: try row.integer("count"),
                expiresAt: try row.date("expires_at")
            )
        }
    }
}
