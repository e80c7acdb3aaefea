import GatehouseStore

extension PostgresStore {
    /// The first row that a query finds.
    func first<Record: Sendable>(
        _ kind: String,
        _ sql: SQL,
        _ decode: @escaping @Sendable (RowReader) throws(StoreError) -> Record
    ) async throws(StoreError) -> Record? {
        try await read(sql) { rows throws(StoreError) in try rows.first(kind, decode) }
    }

    /// All rows that a query finds.
    func all<Record: Sendable>(
        _ kind: String,
        _ sql: SQL,
        _ decode: @escaping @Sendable (RowReader) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record] {
        try await read(sql) { rows throws(StoreError) in try rows.all(kind, decode) }
    }

    /// What a query finds; it sees every commit that has returned.
    func read<Value: Sendable>(
        _ sql: SQL,
        _ decode: @escaping @Sendable (Rows) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        guard !sql.parameters.holdsNull else { return try decode(.none) }
        let result = await withCheckedContinuation { continuation in
            reads.append(ReadJob(Query(sql), decode: decode) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }
}
