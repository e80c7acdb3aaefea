import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseTestSupport
import Testing

/// Two stores on one file, which are equivalent to two processes.
@Suite struct MultiProcessTests {
    private let directory = TemporaryDirectory()

    @Test func keepsAllConcurrentCommits() async throws {
        let stores = [try directory.store(), try directory.store()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let store = stores[number % 2]
                    try await store.commit([
                        .account(.insert(SampleRecords.account(.init("\(number)")))), SampleRecords.counter("key"),
                    ])
                    #expect(try await store.account(.init("\(number)")) != nil)
                }
            }
            try await group.waitForAll()
        }
        for store in stores {
            #expect(try await store.accounts(after: nil, limit: 1000).count == 100)
            #expect(try await store.counter("key", at: SampleRecords.now)?.count == 100)
            try await store.close()
        }
    }

    @Test func acceptsOneOfConcurrentAdvances() async throws {
        let stores = [try directory.store(), try directory.store()]
        let record = FlowRecord(
            id: .init("t"),
            state: .init(),
            createdAt: SampleRecords.now,
            expiresAt: SampleRecords.now + 9
        )
        try await stores[0].commit([.flow(.insert(record))])
        let successCount = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                group.addTask {
                    var next = record
                    next.revision = 2
                    do throws(StoreError) {
                        try await stores[number % 2].commit([.flow(.advance(next))])
                        return 1
                    } catch .conflict {
                        return 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(successCount == 1)
        for store in stores { try await store.close() }
    }

    @Test func seesCommitsOfOtherProcess() async throws {
        let (first, second) = (try directory.store(), try directory.store())
        for number in 1...20 {
            let id = Account.ID("\(number)")
            try await first.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))])
            #expect(try await second.account(id) != nil)
            try await second.commit([.account(.delete(id))])
            #expect(try await first.account(id) == nil)
        }
        try await first.close()
        try await second.close()
    }
}
