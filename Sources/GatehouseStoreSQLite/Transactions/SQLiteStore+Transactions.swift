import GRDB
package import GatehouseStore

extension SQLiteStore {
    package func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord? {
        try await read { db in
            try db.first("transaction", "SELECT * FROM transactions WHERE id = ?", [id.rawValue]) { row in
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
