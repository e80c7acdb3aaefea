import Foundation
import GatehouseStore
import GatehouseStorePostgres
import Testing

/// What one commit does while another one, of somebody else, is not done yet.
@Suite(.needsPostgres) struct LockTests {
    @Test func aSessionWaitsForWhoeverAltersItsAccount() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.client(.insert(Records.client)), .account(.insert(Records.account("person")))])
            let blocker = try Blocker(database, "UPDATE accounts SET revision = 2 WHERE id = 'person'")
            let commit = Task { try await store.commit([.session(.insert(Records.session("a", of: "person")))]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            try await commit.value
            #expect(try await store.session("a") != nil)
            await store.close()
        }
    }

    @Test func whoeverAltersAnAccountWaitsForItsNewSession() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            let account = Records.account("person")
            try await store.commit([.client(.insert(Records.client)), .account(.insert(account))])
            // As far as another node is that puts in a session.
            let blocker = try Blocker(database, "SELECT 1 FROM accounts WHERE id = 'person' FOR SHARE")
            var changed = account
            changed.revision = 2
            let changes: [Change] = [.account(.update(changed))]
            let commit = Task { try await store.commit(changes) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            try await commit.value
            #expect(try await store.account("person")?.revision == 2)
            await store.close()
        }
    }

    @Test func aSessionConflictsWhenItsBrowserSessionIsJustBeingEnded() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([
                .client(.insert(Records.client)), .account(.insert(Records.account("person"))),
                .browserSession(.insert(Records.browserSession("browser", of: "person"))),
            ])
            let blocker = try Blocker(database, "UPDATE browser_sessions SET ended_at = 1 WHERE id = 'browser'")
            let session = Records.session("a", of: "person", browser: "browser")
            let commit = Task { try await store.commit([.audit(Records.event), .session(.insert(session))]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            await #expect(throws: StoreError.conflict(at: 1)) { try await commit.value }
            #expect(try await store.events(of: nil, before: nil, limit: 9) == [])
            await store.close()
        }
    }

    @Test func whoeverFindsARowTakenWhileItWaitedHasLost() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.transaction(.insert(Records.transaction("t")))])
            let blocker = try Blocker(database, "UPDATE transactions SET revision = 2 WHERE id = 't'")
            var next = Records.transaction("t")
            next.revision = 2
            let changes: [Change] = [.transaction(.advance(next))]
            let commit = Task { try await store.commit(changes) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.commit()
            await #expect(throws: StoreError.conflict(at: 0)) { try await commit.value }
            await store.close()
        }
    }

    @Test func whoeverFindsARowFreeAfterAllHasWon() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([Records.counter("key", limit: 2)])
            let blocker = try Blocker(database, "UPDATE counters SET count = 2 WHERE key = 'key'")
            let commit = Task { try await store.commit([Records.counter("key", limit: 2)]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.release()
            try await commit.value
            await #expect(throws: StoreError.conflict(at: 0)) {
                try await store.commit([Records.counter("key", limit: 2)])
            }
            await store.close()
        }
    }

    @Test func aRowThatStaysLockedFailsItsCommitAlone() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([Records.counter("held"), Records.counter("free")])
            let blocker = try Blocker(database, "SELECT 1 FROM counters WHERE key = 'held' FOR UPDATE")
            let results = await ConflictTests.commit(10, on: store) { number in
                [Records.counter(number == 5 ? "held" : "free")]
            }
            #expect(results.filter { $0.value != nil } == [5: .unavailable("SQLSTATE 55P03.")])
            #expect(try await store.counter("free", at: Records.now)?.count == 10)
            try await blocker.release()
            await store.close()
        }
    }
}
