package import GatehouseStore
package import GatehouseWire

/// Everything in one PostgreSQL database, for any number of servers.
///
/// Writes of all callers go over one connection that commits many of them together (``Connection/serve(writes:)``); reads go beside it over
/// others. Nodes share the database and nothing else: what a change depends on is checked by the statement that makes it (``Script``).
package final class PostgresStore: Store {
    package let isShared = true
    let reads = JobQueue<ReadJob>()
    let writes = JobQueue<WriteJob>()
    private let tracker: PrimaryTracker
    private let serving: [Task<Void, Never>]

    /// Connects, after bringing the schema up to date where needed.
    ///
    /// - Parameters:
    ///   - url: The database, as libpq takes it: `postgres://user:password@host/database?sslmode=verify-full`.
    ///   - readers: How many connections read; they are made when they are needed. One more writes.
    ///   - environment: Waiting and chance, for when the database is away or others are in the way.
    /// - Throws: ``StoreError/unavailable(_:)`` or ``StoreError/exhausted(_:)`` when there is no connection, or the database was made by a
    ///   newer version.
    package convenience init(
        url: Secret,
        readers: Int = 4,
        environment: ConnectionEnvironment
    ) async throws(StoreError) {
        let tracker = PrimaryTracker()
        let writer = Connection(
            to: url,
            name: "gatehouse-write",
            .writing,
            tracker: tracker,
            environment: environment
        )
        _ = try await writer.open(mayMakeSchema: true)
        self.init(url: url, readers: readers, environment: environment, writer: writer, tracker: tracker)
    }

    /// The same for a database that a server has used before; `nil`, and nothing is made there, when none has.
    package convenience init?(
        existingAt url: Secret,
        readers: Int = 4,
        environment: ConnectionEnvironment
    ) async throws(StoreError) {
        let tracker = PrimaryTracker()
        let writer = Connection(
            to: url,
            name: "gatehouse-write",
            .writing,
            tracker: tracker,
            environment: environment
        )
        guard try await writer.open(mayMakeSchema: false) else { return nil }
        self.init(url: url, readers: readers, environment: environment, writer: writer, tracker: tracker)
    }

    private init(
        url: Secret,
        readers: Int,
        environment: ConnectionEnvironment,
        writer: Connection,
        tracker: PrimaryTracker
    ) {
        self.tracker = tracker
        let connections = (1...max(readers, 1)).map { number in
            Connection(
                to: url,
                name: "gatehouse-read-\(number)",
                .reading,
                tracker: tracker,
                environment: environment
            )
        }
        let (reads, writes) = (reads, writes)
        serving =
            connections.map { connection in Task { await connection.serve(reads: reads) } }
            + [Task { await writer.serve(writes: writes) }]
    }

    deinit {
        reads.close()
        writes.close()
    }

    /// Finishes the commits under way and closes the connections.
    ///
    /// What is asked of the store later is unavailable.
    package func close() async {
        reads.close()
        writes.close()
        for task in serving { await task.value }
    }

    package func checkHealth() async throws(StoreError) {
        // A row that another node is just writing shows the same, and waiting for it would make nodes wait for each other.
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
        tracker.note(checks: read)
    }
}
