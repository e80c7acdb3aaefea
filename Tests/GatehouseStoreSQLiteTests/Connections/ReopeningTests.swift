import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseTestSupport
import Testing

@Suite struct ReopeningTests {
    private let directory = TemporaryDirectory()

    @Test func keepsRecordsAfterClosing() async throws {
        let first = try directory.store()
        let account = SampleRecords.account("user", names: [SampleRecords.email("person@example.com")])
        try await first.commit([.account(.insert(account)), SampleRecords.counter("key")])
        try await first.close()

        let second = try directory.store()
        #expect(try await second.account(Account.ID("user")) == account)
        #expect(try await second.account(.email, "person@example.com") == account)
        #expect(try await second.counter("key", at: SampleRecords.now)?.count == 1)
        await #expect(throws: StoreError.conflict(at: 0)) { try await second.commit([.account(.insert(account))]) }
        try await second.close()
    }

    @Test func keepsRecordsWithoutClosing() async throws {
        let first = try directory.store()
        try await first.commit([.account(.insert(SampleRecords.account("user")))])
        let second = try directory.store()
        #expect(try await second.account(Account.ID("user")) == SampleRecords.account("user"))
        try await second.close()
        try await first.checkHealth()
        try await first.close()
    }

    @Test(arguments: StoreContractTest.allCases.prefix(12))
    func conformsOnReopenedFile(_ test: StoreContractTest) async throws {
        try await directory.store().close()
        let store = try directory.store()
        try await test.run(on: store)
        try await store.close()
    }

    @Test func failsAfterClose() async throws {
        let store = try directory.store()
        try await store.close()
        await #expect(throws: StoreError.unavailable("The store is closed.")) {
            try await store.commit([SampleRecords.counter("key")])
        }
        await #expect(throws: StoreError.self) { try await store.account(Account.ID("user")) }
        await #expect(throws: StoreError.self) { try await store.checkHealth() }
    }

    @Test func waitsForCommitsInProgressOnClose() async throws {
        let store = try directory.store()
        let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...200 {
                group.addTask {
                    do throws(StoreError) {
                        try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))])
                        return true
                    } catch .unavailable {
                        return false
                    }
                }
            }
            group.addTask {
                try await store.close()
                return false
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        let reopened = try directory.store()
        #expect(try await reopened.accounts(after: nil, limit: 1000).count == successes)
        try await reopened.close()
    }
}
