import GatehouseStore
import GatehouseStorePostgres
import Testing

@Suite(.needsPostgres) struct StrayNoticeTests {
    /// A commit that began before its stream was removed leaves such a notice.
    @Test func removesNoticesWithoutStream() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.eventStream(.insert("kept"))])
            try await database.execute(
                "INSERT INTO event_notices (event_at, event_id, stream) VALUES (0, 'event', 'kept'), (0, 'event', 'gone')"
            )
            try await store.commit([.eventStream(.removeStrayNotices)])
            let left = try await database.execute("SELECT string_agg(stream, ' ') FROM event_notices")
            #expect(left == "kept")
            await store.close()
        }
    }
}
