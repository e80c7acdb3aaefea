package import Foundation
import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try await read { db in try db.counter(key, at: now) }
    }

    package func add(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        let sql = """
            INSERT INTO counters (key, count, expires_at) VALUES (:key, :count, :end)
            ON CONFLICT DO UPDATE SET
                count = iif(expires_at > :now, count + :count, :count),
                expires_at = iif(expires_at > :now, expires_at, :end)
            """
        return try await committer.perform { db in
            for added in counts {
                let arguments: StatementArguments = [
                    "key": added.key, "count": added.count, "now": now.milliseconds,
                    "end": added.expiresAt.milliseconds,
                ]
                try db.run(sql, arguments)
            }
            return try counts.compactMap { try db.counter($0.key, at: now) }
        }
    }
}

extension Database {
    fileprivate func counter(_ key: String, at now: Date) throws -> Counter? {
        let sql = "SELECT key, count, expires_at FROM counters WHERE key = ? AND expires_at > ?"
        return try first("counter", sql, [key, now.milliseconds]) { row in
            Counter(key: try row.text("key"), count: try row.integer("count"), expiresAt: try row.date("expires_at"))
        }
    }
}
