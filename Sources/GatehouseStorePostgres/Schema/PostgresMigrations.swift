import GatehouseStore
import GatehouseStoreSQL

/// The schema migrations in order.
///
/// `schema_migrations` lists the applied ones; nodes lock its row 0 during a migration.
enum PostgresMigrations {
    static let steps = Migration.all(for: .postgres)

    /// Applies pending migrations, each in its own transaction.
    ///
    /// Any number of nodes may do so at once.
    ///
    /// - Throws: ``PostgresConnectionError/refused(_:)`` if the database has migrations of a newer version.
    static func migrate(
        over connection: PostgresConnection,
        _ environment: RetryTiming,
        by steps: [Migration] = steps
    ) async throws(PostgresConnectionError) {
        var version = try version(over: connection)
        if version == 0 { try await prepare(over: connection, environment) }
        while version < steps.count {
            try applyNext(of: steps, over: connection)
            version = try Self.version(over: connection)
        }
        guard version == steps.count else {
            throw .refused(
                "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        }
    }

    /// Throws unless the database has all migrations of this version, and no others.
    static func requireCurrent(over connection: PostgresConnection) throws(PostgresConnectionError) {
        let version = try version(over: connection)
        guard version != 0 else { throw .refused("The database contains no Gatehouse data.") }
        guard version == steps.count else {
            throw .refused(
                "The tables are of another version of Gatehouse. Start a server or command of this version on the database first."
            )
        }
    }

    /// Returns whether the database has a schema of any version.
    static func hasSchema(over connection: PostgresConnection) throws(PostgresConnectionError) -> Bool {
        try version(over: connection) > 0
    }

    /// Returns the number of applied migrations; 0 without a schema.
    static func version(over connection: PostgresConnection) throws(PostgresConnectionError) -> Int {
        do throws(PostgresConnectionError) {
            return try connection.execute("SELECT max(version) FROM schema_migrations").flatMap { Int($0) } ?? 0
        } catch .failed(.undefinedTable) {
            return 0
        }
    }

    /// Creates the table of migrations.
    ///
    /// Nodes that do so concurrently conflict in the catalog, and all but the first retry.
    private static func prepare(
        over connection: PostgresConnection,
        _ environment: RetryTiming
    ) async throws(PostgresConnectionError) {
        for number in 1...attempts {
            do throws(PostgresConnectionError) {
                try connection.execute(preparation)
                return
            } catch .failed(let state) where state.isConcurrentCreation && number < attempts {
                await environment.pause(afterFailure: number)
            }
        }
    }

    private static let attempts = 10

    private static func applyNext(
        of steps: [Migration],
        over connection: PostgresConnection
    ) throws(PostgresConnectionError) {
        // After waiting for another node, the next statement sees that node's migration.
        try connection.execute("BEGIN; SET LOCAL lock_timeout = 60000; SET LOCAL statement_timeout = 0; \(lock)")
        let version = try version(over: connection)
        guard version < steps.count else {
            try connection.execute("ROLLBACK")
            return
        }
        let step = steps[version]
        try connection.execute("\(step.sql); \(record(version + 1, step.name)); COMMIT")
    }

    private static let preparation = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version BIGINT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            applied_at BIGINT NOT NULL
        );
        INSERT INTO schema_migrations (version, name, applied_at) VALUES (0, 'lock', 0) ON CONFLICT DO NOTHING
        """

    /// The statement that locks the schema for a migration.
    static let lock = "SELECT version FROM schema_migrations WHERE version = 0 FOR UPDATE"

    private static func record(_ version: Int, _ name: String) -> String {
        """
        INSERT INTO schema_migrations (version, name, applied_at)
        VALUES (\(version), '\(name)', CAST(extract(epoch FROM now()) * 1000 AS BIGINT))
        """
    }
}

extension SQLState {
    fileprivate var isConcurrentCreation: Bool {
        [.uniqueViolation, .duplicateTable, .duplicateObject].contains(self) || isTransient
    }
}
