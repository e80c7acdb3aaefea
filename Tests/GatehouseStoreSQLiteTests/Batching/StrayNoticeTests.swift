import GRDB
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseTestSupport
import Testing

@Suite struct StrayNoticeTests {
    private let directory = TemporaryDirectory()

    @Test func removesNoticesWithoutStream() async throws {
        let store = try directory.store()
        try await store.commit([.eventStream(.insert("kept"))])
        try await store.close()
        let queue = try DatabaseQueue(path: directory.database)
        try await queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO event_notices (event_at, event_id, stream)
                    VALUES (0, 'event', 'kept'), (0, 'event', 'gone')
                    """
            )
        }
        try queue.close()
        let reopened = try directory.store()
        try await reopened.commit([.eventStream(.removeStrayNotices)])
        try await reopened.close()
        let after = try DatabaseQueue(path: directory.database)
        let left = try await after.read { db in try String.fetchAll(db, sql: "SELECT stream FROM event_notices") }
        try after.close()
        #expect(left == ["kept"])
    }
}
