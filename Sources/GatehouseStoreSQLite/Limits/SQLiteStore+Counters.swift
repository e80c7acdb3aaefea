package import Foundation
import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        let sql = "SELECT * FROM counters WHERE key = ? AND expires_at > ?"
        return try await read { db in
            try db.first("counter", sql, [key, now.milliseconds]) { row in
                Counter(
                    key: try row.text("key"),
                    count: try row.integer("count"),
                    expiresAt: try row.date("expires_at")
                )
            }
        }
    }
}
