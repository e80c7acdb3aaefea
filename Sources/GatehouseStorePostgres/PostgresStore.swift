package import GatehouseStore
package import GatehouseWire

/// A store in one PostgreSQL database, for any number of servers.
///
/// Writes are committed in batches over one connection (``ConnectionWorker/serve(writes:)``); reads use other
/// connections. Nodes share nothing but the database: each statement checks the condition of its change
/// (``StatementBatch``).
package final class PostgresStore: Store {
    package let isShared = true
    let reads = RequestQueue<PostgresRead>()
    let writes = RequestQueue<PostgresWrite>()
    private let tracker: PrimaryTracker
    private let serving: [Task<Void, Never>]

    /// Connects, and migrates the schema if necessary.
    ///
    /// - Parameters:
    ///   - url: The database URL for libpq: `postgres://user:password@host/database?sslmode=verify-full`.
    ///   - readers: The number of connections for reads, established when needed. One more connection writes.
    ///   - environment: The timing of retries.
    /// - Throws: ``StoreError/unavailable(_:)`` or ``StoreError/exhausted(_:)`` if there is no connection, or the
    ///   database was created by a newer version.
    package convenience init(
        url: Secret,
        readers: Int = 4,
        environment: RetryTiming
    ) async throws(StoreError) {
        let tracker = PrimaryTracker()
        let writer = ConnectionWorker(
            to: url,
            name: "gatehouse-write",
            .writing,
            tracker: tracker,
            environment: environment
        )
        _ = try await writer.open(mayCreateSchema: true)
        self.init(url: url, readers: readers, environment: environment, writer: writer, tracker: tracker)
    }

    /// Connects to a database with an existing schema; returns `nil`, and creates nothing, if there is none.
    package convenience init?(
        existingAt url: Secret,
        readers: Int = 4,
        environment: RetryTiming
    ) async throws(StoreError) {
        let tracker = PrimaryTracker()
        let writer = ConnectionWorker(
            to: url,
            name: "gatehouse-write",
            .writing,
            tracker: tracker,
            environment: environment
        )
        guard try await writer.open(mayCreateSchema: false) else { return nil }
        self.init(url: url, readers: readers, environment: environment, writer: writer, tracker: tracker)
    }

    private init(
        url: Secret,
        readers: Int,
        environment: RetryTiming,
        writer: ConnectionWorker,
        tracker: PrimaryTracker
    ) {
        self.tracker = tracker
        let workers = (1...max(readers, 1)).map { number in
            ConnectionWorker(
                to: url,
                name: "gatehouse-read-\(number)",
                .reading,
                tracker: tracker,
                environment: environment
            )
        }
        let (reads, writes) = (reads, writes)
        serving =
            workers.map { worker in Task { await worker.serve(reads: reads) } }
            + [Task { await writer.serve(writes: writes) }]
    }

    deinit {
        reads.close()
        writes.close()
    }

    /// Finishes the commits in progress and closes the connections.
    ///
    /// Later operations fail as unavailable.
    package func close() async {
        reads.close()
        writes.close()
        for task in serving { await task.value }
    }

    package func checkHealth() async throws(StoreError) {
        // Skips the row while another node writes it, so that nodes do not wait for each other.
        let written = try await write(
            """
            WITH free AS (SELECT id FROM health FOR UPDATE SKIP LOCKED)
            UPDATE health SET checks = checks + 1 WHERE id IN (SELECT id FROM free)
            """
        ) { $0.changedCount }
        let read = try await first("health", "SELECT checks FROM health") { row throws(StoreError) in
            try row.integer("checks")
        }
        guard written <= 1, let read else { throw .corrupt("health.checks") }
        tracker.record(checks: read)
    }
}

extension PostgresStore {
    /// Returns the first row of a query.
    func first<Record: Sendable>(
        _ kind: String,
        _ sql: SQL,
        _ decode: @escaping @Sendable (PostgresRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> Record? {
        try await read(sql) { rows throws(StoreError) in try rows.first(kind, decode) }
    }

    /// Returns all rows of a query.
    func all<Record: Sendable>(
        _ kind: String,
        _ sql: SQL,
        _ decode: @escaping @Sendable (PostgresRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record] {
        try await read(sql) { rows throws(StoreError) in try rows.all(kind, decode) }
    }

    /// Runs a query that sees every commit that has returned.
    func read<Value: Sendable>(
        _ sql: SQL,
        _ decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        guard !sql.parameters.containsNUL else { return try decode(.none) }
        let result = await withCheckedContinuation { continuation in
            reads.append(PostgresRead(PreparedQuery(sql), decode: decode) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }
}

extension PostgresStore {
    package func commit(_ changes: [Change]) async throws(StoreError) {
        guard !changes.isEmpty else { return }
        try await write(StatementBatch(changes)) { _ in }
    }

    /// Runs one write statement, which changes these counters among others, and returns its result once it is durable.
    func write<Value: Sendable>(
        _ sql: SQL,
        altering counters: Set<String> = [],
        _ decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await write(StatementBatch(sql, altering: counters), decode)
    }

    private func write<Value: Sendable>(
        _ batch: StatementBatch,
        _ decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            writes.append(PostgresWrite(batch, decode: decode) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }
}
