import GatehouseStore
import GatehouseStoreSQLite
import Testing

@Suite struct GroupReaderTests {
    private let directory = TemporaryDirectory()

    @Test func manyAtOnceEachGetTheirOwnAnswer() async throws {
        let store = try directory.store()
        for number in 0..<50 { try await store.commit([.account(.insert(Records.account("\(number)")))]) }
        let found = try await withThrowingTaskGroup(of: (Int, Account?).self) { group in
            for number in 0..<1000 {
                group.addTask { (number, try await store.account(Account.ID("\(number % 100)"))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for number in 0..<1000 {
            #expect(found[number] == (number % 100 < 50 ? Records.account("\(number % 100)") : nil))
        }
        try await store.close()
    }

    @Test func afterTheEndNothingIsRead() async throws {
        let store = try directory.store()
        try await store.close()
        await #expect(throws: StoreError.self) { try await store.account("person") }
    }
}
