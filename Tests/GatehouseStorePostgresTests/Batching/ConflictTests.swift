import GatehouseStore
import GatehouseStoreConformance
import GatehouseStorePostgres
import GatehouseStoreSQL
import Testing

@Suite(.needsPostgres) struct ConflictTests {
    @Test func isolatesConflictingCommitInBatch() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.account(.insert(SampleRecords.account("taken")))])
            let blocker = try Blocker(database, "LOCK TABLE counters")
            async let results = Self.commit(300, on: store) { number in
                [
                    SampleRecords.counter("key"),
                    .account(.insert(SampleRecords.account(.init(number.isMultiple(of: 3) ? "taken" : "\(number)")))),
                ]
            }
            // Waits behind the first commit, so that the commits share transactions.
            try await database.wait(
                until: "1",
                is: "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'counters'::regclass"
            )
            try await blocker.release()
            for (number, error) in await results {
                #expect(error == (number.isMultiple(of: 3) ? .conflict(at: 1) : nil))
            }
            #expect(try await store.accounts(after: nil, limit: 1000).count == 201)
            #expect(try await store.counter("key", at: SampleRecords.now)?.count == 200)
            await store.close()
        }
    }

    @Test func failsOnlyCommitWithUnstorableText() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            let results = await Self.commit(50, on: store) { number in
                let detail = number == 20 ? "a\0b" : "ab"
                return [
                    .audit(AuditEvent(id: .init("\(number)"), at: SampleRecords.now, kind: .signedIn, detail: detail))
                ]
            }
            #expect(results.filter { $0.value != nil } == [20: .unavailable("SQLSTATE 22021.")])
            #expect(try await store.events(of: nil, before: nil, limit: 100).count == 49)
            #expect(try await store.account(.email, "a\0b") == nil)
            #expect(try await store.events(of: nil, before: "a\0b", limit: 100) == [])
            await store.close()
        }
    }

    @Test func keepsAcknowledgedCommitsAfterCrash() async throws {
        let cluster = try await PostgresCluster()
        let database = TestDatabase(cluster: cluster, name: "postgres")
        let store = try await database.store()
        try await store.commit([.account(.insert(SampleRecords.account("taken")))])
        let results = await Self.commit(200, on: store) { number in
            [.account(.insert(SampleRecords.account(.init(number.isMultiple(of: 10) ? "taken" : "\(number)"))))]
        }
        try await cluster.restart(by: "QUIT")
        for (number, error) in results {
            #expect(error == (number.isMultiple(of: 10) ? .conflict(at: 0) : nil))
        }
        #expect(try await store.accounts(after: nil, limit: 1000).count == 181)
        await store.close()
    }

    @Test func commitsDespiteCallerCancellation() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            let task = Task {
                try await store.commit([.account(.insert(SampleRecords.account("user")))])
                return try await store.account(Account.ID("user"))
            }
            task.cancel()
            #expect(try await task.value == SampleRecords.account("user"))
            await store.close()
        }
    }

    /// Commits concurrently, and returns the error of each commit.
    static func commit(
        _ count: Int,
        on store: PostgresStore,
        _ changes: @escaping @Sendable (Int) -> [Change]
    ) async -> [Int: StoreError?] {
        await withTaskGroup(of: (Int, StoreError?).self) { group in
            for number in 0..<count {
                group.addTask {
                    do throws(StoreError) {
                        try await store.commit(changes(number))
                        return (number, nil)
                    } catch {
                        return (number, error)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
        }
    }
}
