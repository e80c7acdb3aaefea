import Foundation
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Migrations of an empty database, and of databases created by each released schema.
///
/// `Tests/Fixtures/Schema` contains the released schemas, independent of the migrations.
@Suite(.needsPostgres) struct MigrationTests {
    @Test func createsSchemaOnceForConcurrentNodes() async throws {
        try await TestDatabase.with { database throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let store = try await database.store(readers: 1)
                        try await store.commit([.account(.insert(Records.account("\(number)")))])
                        await store.close()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.execute("SELECT count(*) FROM accounts") == "8")
            let steps = "SELECT string_agg(version || ' ' || name, ', ' ORDER BY version) FROM schema_migrations"
            #expect(try await database.execute(steps) == "0 lock, 1 first-schema, 2 credentials-revision")
            #expect(
                try await database.execute(
                    "SELECT applied_at / 1000 - extract(epoch FROM now())::bigint BETWEEN -60 AND 0 FROM schema_migrations WHERE version = 1"
                ) == "t"
            )
        }
    }

    @Test(arguments: 1...PostgresMigrations.steps.count)
    func keepsRecordsOfOlderSchemaForConcurrentNodes(schema: Int) async throws {
        try await TestDatabase.with { database throws in
            try await make(schema, in: database)
            async let first = database.store(readers: 1)
            async let second = database.store(readers: 1)
            for store in try await [first, second] {
                let client = try #require(try await store.client("old"))
                #expect(client.redirectURIs == ["com.example.app:/callback"])
                #expect(client.refreshRecovery == (schema < 2 ? .journalled : .immediate))
                #expect(try await store.clients() == [client])
                let account = try #require(try await store.account(.email, "ada@example.com"))
                #expect(account.id == "ada" && account.attributes == ["name": "Ada"] && account.revision == 3)
                let session = try #require(try await store.session("session"))
                #expect(session.accountID == "ada" && session.clientID == "old" && session.counter == 7)
                #expect(session.salt == Data(0..<16) && session.methods == [.password] && session.endedAt == nil)
                #expect(try await store.consent("ada", "old")?.scopes == [.openid, .email])
                #expect(try await store.counter("tries", at: Records.now)?.count == 4)
                await store.close()
            }
        }
    }

    /// A migration changed after its release would produce two kinds of databases.
    @Test(arguments: 1...PostgresMigrations.steps.count)
    func migratesToSchemaOfNewDatabase(schema: Int) async throws {
        try await TestDatabase.with { migrated throws in
            try await make(schema, in: migrated)
            await (try migrated.store()).close()
            try await TestDatabase.with { fresh throws in
                await (try fresh.store()).close()
                for sql in Self.definitions {
                    let definition = try #require(try await fresh.execute(sql))
                    #expect(definition.contains("sessions"))
                    #expect(try await migrated.execute(sql) == definition)
                }
            }
        }
    }

    /// Creates a database with a released schema and a signed-in user.
    private func make(_ schema: Int, in database: TestDatabase) async throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/Schema/postgres-\(schema).sql")
        try await database.execute(String(contentsOf: file.standardized, encoding: .utf8))
    }

    /// All columns, constraints and indexes.
    private static let definitions = [
        """
        SELECT string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable, is_identity, column_default), ', '
            ORDER BY table_name, ordinal_position)
        FROM information_schema.columns WHERE table_schema = current_schema()
        """,
        """
        SELECT string_agg(concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)), ', '
            ORDER BY conrelid::regclass::text, conname)
        FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
        """,
        "SELECT string_agg(indexdef, ', ' ORDER BY indexname) FROM pg_indexes WHERE schemaname = current_schema()",
        """
        SELECT string_agg(concat_ws(' ', relname, reloptions), ', ' ORDER BY relname)
        FROM pg_class WHERE relnamespace = current_schema()::regnamespace
        """,
    ]

    @Test func doesNotCreateSchemaForExistingStore() async throws {
        try await TestDatabase.with { database throws in
            #expect(try await PostgresStore(existingAt: database.url, environment: .live) == nil)
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
            #expect(try await database.execute(tables) == "0")
            let first = try await database.store()
            try await first.commit([Records.counter("key")])
            await first.close()
            let second = try #require(try await PostgresStore(existingAt: database.url, environment: .live))
            #expect(try await second.counter("key", at: Records.now)?.count == 1)
            await second.close()
        }
    }

    @Test func keepsRecordsAfterReopening() async throws {
        try await TestDatabase.with { database throws in
            let first = try await database.store()
            let account = Records.account("user", email: "person@example.com")
            try await first.commit([.account(.insert(account)), Records.counter("key")])
            await first.close()
            let second = try await database.store()
            #expect(try await second.account(.email, "person@example.com") == account)
            #expect(try await second.counter("key", at: Records.now)?.count == 1)
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
