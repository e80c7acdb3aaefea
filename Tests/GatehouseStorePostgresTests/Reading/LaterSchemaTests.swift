import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

/// What becomes of statements when a node of a later version changes the tables that they read.
@Suite(.needsPostgres) struct LaterSchemaTests {
    @Test func preparedStatementsGoOnWhenTablesGetMoreColumns() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store(readers: 1)
            try await store.commit(Directory.changes)
            try await store.commit(Directory.later)
            let before = try await Directory.Contents(of: store)
            let mail = try await store.takeDueMail(at: Records.now, until: Records.now, limit: 10)
            #expect(before.isWhole && !mail.isEmpty)
            for table in CopiedTable.allCases {
                try await database.execute("ALTER TABLE \(table.name) ADD COLUMN later TEXT DEFAULT 'later'")
            }
            #expect(try await Directory.Contents(of: store) == before)
            #expect(try await store.takeDueMail(at: Records.now, until: Records.now, limit: 10) == mail)
            await store.close()
        }
    }
}
