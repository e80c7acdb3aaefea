import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import Testing

@testable import GatehouseStorePostgres

/// Migrations of newer versions of a database in use; there are none yet, so these are examples.
@Suite(.needsPostgres) struct SchemaUpgradeRaceTests {
    private static let later = [
        Migration(name: "nicknames", sql: "ALTER TABLE accounts ADD COLUMN nickname TEXT"),
        Migration(name: "nicknames-are-found", sql: "CREATE INDEX accounts_by_nickname ON accounts (nickname)"),
    ]
    private static let appliedSteps = """
        SELECT string_agg(name, ', ' ORDER BY version) FROM schema_migrations WHERE version > \(PostgresMigrations.steps.count)
        """

    @Test func migratesDatabaseInUseOnce() async throws {
        try await TestDatabase.with { database throws in
            let older = try await database.store(readers: 1)
            let isOver = Flag()
            async let written = {
                var count = 0
                while !isOver.isSet || count == 0 {
                    count += 1
                    try await older.commit([.account(.insert(SampleRecords.account(.init("\(count)"))))])
                    #expect(try await older.account(.init("\(count)")) == SampleRecords.account(.init("\(count)")))
                }
                return count
            }()
            defer { isOver.set() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        try await MigratingNode().open(database.url, by: PostgresMigrations.steps + Self.later)
                    }
                }
                try await group.waitForAll()
            }
            isOver.set()
            let accounts = try await written
            await older.close()
            #expect(try await database.execute("SELECT count(*) FROM accounts WHERE nickname IS NULL") == "\(accounts)")
            #expect(try await database.execute(Self.appliedSteps) == "nicknames, nicknames-are-found")
            await #expect(throws: StoreError.self) { try await database.store() }
        }
    }

    @Test func keepsMigrationsBeforeFailedOne() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            let broken = Migration(name: "broken", sql: "CREATE TABLE half (id BIGINT); SELECT 1 / 0")
            let steps = PostgresMigrations.steps + Self.later.prefix(1)
            await #expect(throws: PostgresConnectionError.self) {
                try await MigratingNode().open(database.url, by: steps + [broken])
            }
            #expect(try await database.execute(Self.appliedSteps) == "nicknames")
            #expect(try await database.execute("SELECT count(*) FROM pg_tables WHERE tablename = 'half'") == "0")
            try await MigratingNode().open(database.url, by: PostgresMigrations.steps + Self.later)
            #expect(try await database.execute(Self.appliedSteps) == "nicknames, nicknames-are-found")
        }
    }
}
