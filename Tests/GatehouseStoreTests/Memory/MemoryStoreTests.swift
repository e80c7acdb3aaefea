import GatehouseStore
import GatehouseStoreConformance
import Testing

@Suite struct MemoryStoreTests {
    @Test(arguments: StoreContractTest.allCases)
    func conforms(to test: StoreContractTest) async throws {
        try await test.run(on: MemoryStore())
    }
}
