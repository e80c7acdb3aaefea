import GatehouseStoreConformance
import GatehouseStoreSQLite
import GatehouseTestSupport
import Testing

@Suite struct SQLiteStoreTests {
    private let directory = TemporaryDirectory()

    @Test(arguments: StoreContractTest.allCases)
    func conforms(to test: StoreContractTest) async throws {
        let store = try directory.store()
        try await test.run(on: store)
        try await store.close()
    }
}
