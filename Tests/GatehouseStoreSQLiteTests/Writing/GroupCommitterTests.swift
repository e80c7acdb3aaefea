import GRDB
import GatehouseStore
import Testing

@testable import GatehouseStoreSQLite

@Suite struct GroupCommitterTests {
    private let directory = TemporaryDirectory()

    @Test func aConflictLeavesTheOthersOfItsGroupAlone() async throws {
        let store = try directory.store()
        try await store.commit([.account(.insert(Records.account("taken")))])
        let results = try await withThrowingTaskGroup(of: (Int, StoreError?).self) { group in
            for number in 0..<300 {
                group.addTask {
                    let id = number.isMultiple(of: 3) ? "taken" : "\(number)"
                    do throws(StoreError) {
                        try await store.commit([Records.counter("key"), .account(.insert(Records.account(id)))])
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
        #expect(try await store.counter("key", at: Records.now)?.count == 200)
        try await store.close()
    }

    /// What was answered is there after the power has failed: no test can kill the kernel, so this asks SQLite what it does.
    @Test func whatIsAnsweredIsOnTheDisk() async throws {
        for _ in 1...2 {
            let store = try directory.store()
            let mode = try await store.committer.perform { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            #expect(mode == 2, "2 is FULL")
            try await store.close()
        }
    }

    @Test func aCancelledCallerStillGetsTheTruth() async throws {
        let store = try directory.store()
        let task = Task {
            try await store.commit([.account(.insert(Records.account("person")))])
            return try await store.account(Account.ID("person"))
        }
        task.cancel()
        #expect(try await task.value == Records.account("person"))
        try await store.close()
    }
}
