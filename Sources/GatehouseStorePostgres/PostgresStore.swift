package import GatehouseStore
import GatehouseStoreSQL
package import GatehouseWire

/// A store in one PostgreSQL database, for any number of servers.
///
/// Writes are committed in batches over one connection (``ConnectionWorker/serve(writes:)``); reads and cleanups use
/// other connections. Nodes share nothing but the database: each statement checks the condition of its change
/// (``StatementBatch``).
package final class PostgresStore: SQLStore {
    package let isShared = true
    package let arrivals = MessageArrivals()
    let reads = RequestQueue<PostgresRead>()
    let writes = RequestQueue<PostgresWrite>()
    /// The writes of cleanups, which have a connection of their own.
    let sweeps = RequestQueue<PostgresWrite>()
    let tracker: PrimaryTracker
    let metrics: StoreMetrics
    let damage = DamageRecord()
    private let serving: [Task<Void, Never>]
    private let watching: Task<Void, Never>?

    /// Connects, and migrates the schema if necessary.
    ///
    /// - Parameters:
    ///   - url: The database URL for libpq: `postgres://user:password@host/database?sslmode=verify-full`.
    ///   - readers: The number of connections for reads, established when needed. Two more connections write, one
    ///     of them for cleanups.
    ///   - file: The file with the database server in use.
    ///   - environment: The timing of retries.
    ///   - metrics: The metrics of its commits and reads.
    /// - Throws: ``StoreError/unavailable(_:)`` or ``StoreError/exhausted(_:)`` if there is no connection, or the
    ///   database was created by a newer version.
    package convenience init(
        url: Secret,
        readers: Int = 4,
        recordingIn file: DatabaseServerFile? = nil,
        environment: RetryTiming,
        metrics: StoreMetrics = .unexposed
    ) async throws(StoreError) {
        let tracker = try PrimaryTracker(recordingIn: file)
        let writer = Self.writer(to: url, tracker: tracker, environment: environment)
        _ = try await writer.open(mayCreateSchema: true)
        self.init(
            url: url,
            readers: readers,
            environment: environment,
            writer: writer,
            tracker: tracker,
            metrics: metrics
        )
    }

    /// Connects to a database with an existing schema; returns `nil`, and creates nothing, if there is none.
    package convenience init?(
        existingAt url: Secret,
        readers: Int = 4,
        recordingIn file: DatabaseServerFile? = nil,
        environment: RetryTiming
    ) async throws(StoreError) {
        let tracker = try PrimaryTracker(recordingIn: file)
        let writer = Self.writer(to: url, tracker: tracker, environment: environment)
        guard try await writer.open(mayCreateSchema: false) else { return nil }
        self.init(
            url: url,
            readers: readers,
            environment: environment,
            writer: writer,
            tracker: tracker,
            metrics: .unexposed
        )
    }

    private static func writer(
        to url: Secret,
        tracker: PrimaryTracker,
        environment: RetryTiming
    ) -> ConnectionWorker {
        ConnectionWorker(to: url, name: "gatehouse-write", .writing, tracker: tracker, environment: environment)
    }

    private init(
        url: Secret,
        readers: Int,
        environment: RetryTiming,
        writer: ConnectionWorker,
        tracker: PrimaryTracker,
        metrics: StoreMetrics
    ) {
        self.tracker = tracker
        self.metrics = metrics
        let workers = (1...max(readers, 1)).map { number in
            ConnectionWorker(
                to: url,
                name: "gatehouse-read-\(number)",
                .reading,
                tracker: tracker,
                environment: environment
            )
        }
        let sweeper = ConnectionWorker(
            to: url,
            name: "gatehouse-sweep",
            .writing,
            tracker: tracker,
            environment: environment
        )
        let (reads, writes, sweeps) = (reads, writes, sweeps)
        serving =
            workers.map { worker in Task { await worker.serve(reads: reads, metrics) } }
            + [
                Task { await writer.serve(writes: writes, metrics) },
                // Not measured: its commits are single.
                Task { await sweeper.serve(writes: sweeps) },
            ]
        watching = HostWatch(of: url, for: tracker, environment: environment).map { watch in
            Task { await watch.run() }
        }
    }

    deinit {
        watching?.cancel()
        closeQueues()
    }

    private func closeQueues() {
        reads.close()
        writes.close()
        sweeps.close()
    }

    /// Finishes the commits in progress and closes the connections.
    ///
    /// Later operations fail as unavailable.
    package func close() async {
        watching?.cancel()
        closeQueues()
        for task in serving { await task.value }
        await watching?.value
    }

    /// Runs a query that sees every commit that has returned.
    func read<Value: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let query = PreparedQuery(query)
        guard !query.parameters.containsNUL else { return try decode(.none) }
        return try await metrics.read { () throws(StoreError) in
            let result = await withCheckedContinuation { continuation in
                reads.append(PostgresRead(query, decode: decode) { continuation.resume(returning: $0) })
            }
            return try damage.value(of: result)
        }
    }

    /// Runs the statements of a commit, which changes these counters among others, and returns the result of the last
    /// one once it is durable.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - counters: The counters that they change.
    ///   - queue: The queue of another connection than that of commits.
    ///   - decode: Decodes the result.
    /// - Returns: The decoded result.
    /// - Throws: ``StoreError``.
    func write<Value: Sendable>(
        _ statements: [PostgresWrite.Statement],
        altering counters: Set<String> = [],
        to queue: RequestQueue<PostgresWrite>? = nil,
        _ decode: @escaping @Sendable (PostgresResult) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            (queue ?? writes).append(
                PostgresWrite(statements, altering: counters, decode: decode) { continuation.resume(returning: $0) }
            )
        }
        return try damage.value(of: result)
    }
}
