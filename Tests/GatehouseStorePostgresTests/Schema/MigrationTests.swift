import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Migrations of an empty database; ``SchemaUpgradeRaceTests`` has those of a database in use.
@Suite(.needsPostgres) struct MigrationTests {
    @Test func createsSchemaOnceForConcurrentNodes() async throws {
        try await TestDatabase.with { database throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let store = try await database.store(readers: 1)
                        try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))])
                        await store.close()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.execute("SELECT count(*) FROM accounts") == "8")
            let steps = "SELECT string_agg(version || ' ' || name, ', ' ORDER BY version) FROM schema_migrations"
            #expect(
                try await database.execute(steps)
                    == "0 lock, 1 first-schema, 2 account-pages, 3 factors, 4 authorization-server, 5 operations"
            )
            #expect(
                try await database.execute(
                    "SELECT applied_at / 1000 - extract(epoch FROM now())::bigint BETWEEN -60 AND 0 FROM schema_migrations WHERE version = 1"
                ) == "t"
            )
        }
    }

    @Test func continuesSessionsOfFirstSchema() async throws {
        try await TestDatabase.with { database throws in
            let sql = UpgradeSample.insertions(no: "false", yes: "true") { "'\\x\($0)'::bytea" }
            let store = try await upgrade(database, from: 1, sql)
            try await UpgradeSample.verify(on: store)
            await store.close()
        }
    }

    @Test(arguments: [2, 3, 4])
    func continuesSessionsOfLaterSchema(version: Int) async throws {
        try await TestDatabase.with { database throws in
            let sql = SecondSchemaSample.insertions(no: "false", yes: "true") { "'\\x\($0)'::bytea" }
            let store = try await upgrade(database, from: version, sql)
            try await SecondSchemaSample.verify(on: store)
            await store.close()
        }
    }

    /// Opens a database with records of an earlier schema version.
    private func upgrade(
        _ database: TestDatabase,
        from version: Int,
        _ insertions: String
    ) async throws -> PostgresStore {
        try await MigratingNode().open(database.url, by: Array(PostgresMigrations.steps.prefix(version)))
        for statement in insertions.components(separatedBy: ";\n") { try await database.execute(statement) }
        return try await database.store()
    }

    @Test func doesNotCreateSchemaForExistingStore() async throws {
        try await TestDatabase.with { database throws in
            #expect(try await PostgresStore(existingAt: database.url, environment: .live) == nil)
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
            #expect(try await database.execute(tables) == "0")
            let first = try await database.store()
            try await first.commit([SampleRecords.counter("key")])
            await first.close()
            let second = try #require(try await PostgresStore(existingAt: database.url, environment: .live))
            #expect(try await second.counter("key", at: SampleRecords.now)?.count == 1)
            await second.close()
        }
    }

    @Test func keepsRecordsAfterReopening() async throws {
        try await TestDatabase.with { database throws in
            let first = try await database.store()
            let account = SampleRecords.account("user", names: [SampleRecords.email("person@example.com")])
            try await first.commit([.account(.insert(account)), SampleRecords.counter("key")])
            await first.close()
            let second = try await database.store()
            #expect(try await second.account(.email, "person@example.com") == account)
            #expect(try await second.counter("key", at: SampleRecords.now)?.count == 1)
            await second.close()
        }
    }

    @Test func rejectsNewerDatabase() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            try await database.execute(
                "INSERT INTO schema_migrations VALUES (\(PostgresMigrations.steps.count + 1), 'later', 0)"
            )
            await #expect(
                throws: StoreError.unavailable(
                    "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
                )
            ) { try await database.store() }
        }
    }

    @Test func rollsBackFailedMigration() async throws {
        try await TestDatabase.with { database throws in
            try await database.execute("CREATE TABLE audit_events (id TEXT)")
            await #expect(throws: StoreError.self) { try await database.store() }
            #expect(try await database.execute("SELECT count(*) FROM pg_tables WHERE tablename = 'accounts'") == "0")
            try await database.execute("DROP TABLE audit_events")
            await (try database.store()).close()
        }
    }

    @Test func rejectsOtherEncoding() async throws {
        let database = TestDatabase(cluster: try await PostgresCluster.shared.value, name: "ascii")
        try await database.create("ENCODING 'SQL_ASCII'")
        let reason = "The encoding of the database must be UTF8. Create it with 'ENCODING UTF8'."
        await #expect(throws: StoreError.unavailable(reason)) { try await database.store() }
    }
}
