import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import Testing

@testable import GatehouseStorePostgres

/// Commits that wait for the locks of other transactions.
@Suite(.needsPostgres) struct LockTests {
    @Test func insertsSessionAfterConcurrentAccountUpdate() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([
                .client(.insert(SampleRecords.client())), .account(.insert(SampleRecords.account("user"))),
            ])
            let blocker = try Blocker(database, "UPDATE accounts SET revision = 2 WHERE id = 'user'")
            let commit = Task {
                try await store.commit([.session(.insert(SampleRecords.session("a", account: "user")))])
            }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            try await commit.value
            #expect(try await store.session("a") != nil)
            await store.close()
        }
    }

    @Test func updatesAccountAfterConcurrentSessionInsert() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            let account = SampleRecords.account("user")
            try await store.commit([.client(.insert(SampleRecords.client())), .account(.insert(account))])
            // Takes the lock of another node that inserts a session.
            let blocker = try Blocker(database, "SELECT 1 FROM accounts WHERE id = 'user' FOR SHARE")
            var changed = account
            changed.revision = 2
            let changes: [Change] = [.account(.update(changed))]
            let commit = Task { try await store.commit(changes) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            try await commit.value
            #expect(try await store.account("user")?.revision == 2)
            await store.close()
        }
    }

    @Test func rejectsSessionWhenBrowserSessionEndsConcurrently() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([
                .client(.insert(SampleRecords.client())), .account(.insert(SampleRecords.account("user"))),
                .browserSession(.insert(SampleRecords.browserSession("browser", account: "user"))),
            ])
            let blocker = try Blocker(database, "UPDATE browser_sessions SET ended_at = 1 WHERE id = 'browser'")
            let session = SampleRecords.session("a", account: "user", binding: .offline("browser"))
            let commit = Task { try await store.commit([.audit(SampleRecords.event), .session(.insert(session))]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            await #expect(throws: StoreError.conflict(at: 1)) { try await commit.value }
            #expect(try await store.events(of: nil, before: nil, limit: 9) == [])
            await store.close()
        }
    }

    @Test func rejectsAdvanceAfterConcurrentUpdate() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.flow(.insert(SampleRecords.flow("t")))])
            let blocker = try Blocker(database, "UPDATE flows SET revision = 2 WHERE id = 't'")
            var next = SampleRecords.flow("t")
            next.revision = 2
            let changes: [Change] = [.flow(.advance(next))]
            let commit = Task { try await store.commit(changes) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            await #expect(throws: StoreError.conflict(at: 0)) { try await commit.value }
            await store.close()
        }
    }

    @Test func incrementsCounterAfterConcurrentRollback() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([SampleRecords.counter("key", limit: 2)])
            let blocker = try Blocker(database, "UPDATE counters SET count = 2 WHERE key = 'key'")
            let commit = Task { try await store.commit([SampleRecords.counter("key", limit: 2)]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.release()
            try await commit.value
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await store.commit([SampleRecords.counter("key", limit: 2)])
            }
            await store.close()
        }
    }

    @Test func failsOnlyCommitWaitingForLock() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([SampleRecords.counter("held"), SampleRecords.counter("free")])
            let blocker = try Blocker(database, "SELECT 1 FROM counters WHERE key = 'held' FOR UPDATE")
            let results = await ConflictTests.commit(10, on: store) { number in
                [SampleRecords.counter(number == 5 ? "held" : "free")]
            }
            #expect(results.filter { $0.value != nil } == [5: StoreError(.lockNotAvailable)])
            #expect(try await store.counter("free", at: SampleRecords.now)?.count == 10)
            try await blocker.release()
            await store.close()
        }
    }
}
