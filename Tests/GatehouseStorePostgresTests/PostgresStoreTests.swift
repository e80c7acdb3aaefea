import GatehouseStoreConformance
import GatehouseStorePostgres
import Testing

@Suite(.needsPostgres) struct PostgresStoreTests {
    @Test(arguments: StoreContractTest.allCases)
    func conforms(to test: StoreContractTest) async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await test.run(on: store)
            await store.close()
        }
    }
}
