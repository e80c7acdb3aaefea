import GatehouseStoreConformance
import GatehouseStoreSQLite
import Testing

@Suite struct SQLiteStoreTests {
    private let directory = TemporaryDirectory()

    @Test(arguments: StoreCase.allCases)
    func conforms(to storeCase: StoreCase) async throws {
        let store = try directory.store()
        try await storeCase.run(on: store)
        try await store.close()
    }
}
