import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord? {
        let sql = "SELECT id, revision, state, created_at, expires_at, finished_at FROM transactions WHERE id = ?"
        return try await read { db in
            try db.first("transaction", sql, [id.rawValue]) { row in
                TransactionRecord(
                    id: try row.value("id"),
                    revision: try row.integer("revision"),
                    state: try row.data("state"),
                    createdAt: try row.date("created_at"),
                    expiresAt: try row.date("expires_at"),
                    finishedAt: try row.optionalDate("finished_at")
                )
            }
        }
    }
}
