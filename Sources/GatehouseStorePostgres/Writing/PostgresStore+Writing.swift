package import GatehouseStore

extension PostgresStore {
    package func commit(_ changes: [Change]) async throws(StoreError) {
        guard !changes.isEmpty else { return }
        try await write(Script(changes)) { _ in }
    }

    /// Runs one statement that changes something, these counters among it; returns, once that is durable, what it answered.
    func write<Value: Sendable>(
        _ sql: SQL,
        altering counters: Set<String> = [],
        _ decode: @escaping @Sendable (Rows) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await write(Script(sql, altering: counters), decode)
    }

    private func write<Value: Sendable>(
        _ script: Script,
        _ decode: @escaping @Sendable (Rows) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            writes.append(WriteJob(script, decode: decode) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }
}
