import GatehouseStoreConformance
import GatehouseStorePostgres
import Testing

@Suite(.needsPostgres) struct PostgresStoreTests {
    @Test(arguments: StoreCase.allCases)
    func conforms(to storeCase: StoreCase) async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await storeCase.run(on: store)
            await store.close()
        }
    }
}
