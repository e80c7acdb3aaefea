import GatehouseStore

/// The steps from an empty database to the schema of this version, in order.
///
/// `schema_migrations` tells which have been taken; its row 0 is no step but what a node locks while it takes one.
enum Migrations {
    static let steps = [V1.migration, V2.migration]

    /// Takes the steps that are missing, each in a transaction of its own.
    ///
    /// Any number of nodes may do so at once.
    ///
    /// - Throws: ``LinkError/refused(_:)`` when the database has steps that this version does not know.
    static func bringUpToDate(
        over link: Link,
        _ environment: ConnectionEnvironment,
        by steps: [Migration] = steps
    ) async throws(LinkError) {
        var version = try version(over: link)
        if version == 0 { try await prepare(over: link, environment) }
        while version < steps.count {
            try takeStep(of: steps, over: link)
            version = try Self.version(over: link)
        }
        guard version == steps.count else {
            throw .refused(
                "The database was made by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        }
    }

    /// Whether the database has, or had, a schema of any version.
    static func haveBegun(over link: Link) throws(LinkError) -> Bool { try version(over: link) > 0 }

    private static func version(over link: Link) throws(LinkError) -> Int {
        do throws(LinkError) {
            return try link.execute("SELECT max(version) FROM schema_migrations").flatMap { Int($0) } ?? 0
        } catch .failed(.undefinedTable) {
            return 0
        }
    }

    /// Makes the table of steps.
    ///
    /// Of nodes that do so at the same time, those that come second meet the first in the catalogue, and try again.
    private static func prepare(over link: Link, _ environment: ConnectionEnvironment) async throws(LinkError) {
        for number in 1...tries {
            do throws(LinkError) {
                try link.execute(preparation)
                return
            } catch .failed(let state) where state.meansThatAnotherNodeWasFirst && number < tries {
                await environment.pause(afterFailure: number)
            }
        }
    }

    private static let tries = 10

    private static func takeStep(of steps: [Migration], over link: Link) throws(LinkError) {
        // Whoever waited here for another node sees, from the next statement on, what that one did.
        try link.execute("BEGIN; SET LOCAL lock_timeout = 60000; SET LOCAL statement_timeout = 0; \(lock)")
        let version = try version(over: link)
        guard version < steps.count else {
            try link.execute("ROLLBACK")
            return
        }
        let step = steps[version]
        try link.execute("\(step.sql); \(record(version + 1, step.name)); COMMIT")
    }

    private static let preparation = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version BIGINT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            applied_at BIGINT NOT NULL
        );
        INSERT INTO schema_migrations (version, name, applied_at) VALUES (0, 'lock', 0) ON CONFLICT DO NOTHING
        """

    /// What a node locks to be alone in changing the schema.
    static let lock = "SELECT version FROM schema_migrations WHERE version = 0 FOR UPDATE"

    private static func record(_ version: Int, _ name: String) -> String {
        """
        INSERT INTO schema_migrations (version, name, applied_at)
        VALUES (\(version), '\(name)', CAST(extract(epoch FROM now()) * 1000 AS BIGINT))
        """
    }
}

extension SQLState {
    fileprivate var meansThatAnotherNodeWasFirst: Bool {
        [.uniqueViolation, .duplicateTable, .duplicateObject].contains(self) || isTransient
    }
}
