import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

@Suite struct WriteBatcherTests {
    private let directory = TemporaryDirectory()

    @Test func isolatesConflictingCommitInBatch() async throws {
        let store = try directory.store()
        try await store.commit([.account(.insert(SampleRecords.account("taken")))])
        let results = try await withThrowingTaskGroup(of: (Int, StoreError?).self) { group in
            for number in 0..<300 {
                group.addTask {
                    let id = number.isMultiple(of: 3) ? "taken" : "\(number)"
                    do throws(StoreError) {
                        try await store.commit([
                            SampleRecords.counter("key"), .account(.insert(SampleRecords.account(.init(id)))),
                        ])
                        return (number, nil)
                    } catch {
                        return (number, error)
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for number in 0..<300 {
            #expect(results[number] == (number.isMultiple(of: 3) ? .conflict(at: 1) : nil))
        }
        #expect(try await store.accounts(after: nil, limit: 1000).count == 201)
        #expect(try await store.counter("key", at: SampleRecords.now)?.count == 200)
        try await store.close()
    }

    /// Acknowledged commits survive a power failure: checks SQLite's setting, because a test cannot kill the kernel.
    @Test func synchronizesCommitsToDisk() async throws {
        for _ in 1...2 {
            let store = try directory.store()
            let mode = try await store.writer.perform { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            #expect(mode == 2, "2 is FULL")
            try await store.close()
        }
    }

    @Test func commitsDespiteCallerCancellation() async throws {
        let store = try directory.store()
        let task = Task {
            try await store.commit([.account(.insert(SampleRecords.account("user")))])
            return try await store.account(Account.ID("user"))
        }
        task.cancel()
        #expect(try await task.value == SampleRecords.account("user"))
        try await store.close()
    }
}
