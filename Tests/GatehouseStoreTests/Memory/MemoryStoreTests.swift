import GatehouseStore
import GatehouseStoreConformance
import Testing

@Suite struct MemoryStoreTests {
    @Test(arguments: StoreCase.allCases)
    func conforms(to storeCase: StoreCase) async throws {
        try await storeCase.run(on: MemoryStore())
    }
}
