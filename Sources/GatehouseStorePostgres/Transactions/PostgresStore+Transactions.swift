package import GatehouseStore

extension PostgresStore {
    package func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord? {
        let sql: SQL = """
            SELECT id, revision, state, created_at, expires_at, finished_at FROM transactions WHERE id = \(id.rawValue)
            """
        return try await first("transaction", sql) { row throws(StoreError) in
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
