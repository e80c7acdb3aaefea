import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import Testing

@testable import GatehouseStorePostgres

/// Statements whose tables are changed by a node of a newer version.
@Suite(.needsPostgres) struct NewerSchemaTests {
    @Test func keepsPreparedStatementsWhenColumnsAreAdded() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store(readers: 1)
            try await store.commit(SampleData.changes)
            try await store.commit(SampleData.later)
            let before = try await SampleData.Contents(of: store)
            let mail = try await store.leaseDueMessages(
                .message,
                at: SampleRecords.now,
                until: SampleRecords.now,
                limit: 10
            )
            #expect(before.isComplete && !mail.isEmpty)
            for table in TableName.allCases {
                try await database.execute("ALTER TABLE \(table.name) ADD COLUMN later TEXT DEFAULT 'later'")
            }
            #expect(try await SampleData.Contents(of: store) == before)
            #expect(
                try await store.leaseDueMessages(.message, at: SampleRecords.now, until: SampleRecords.now, limit: 10)
                    == mail
            )
            await store.close()
        }
    }
}
