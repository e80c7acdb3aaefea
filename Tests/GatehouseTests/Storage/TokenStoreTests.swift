import Foundation
import Gatehouse
import GatehouseTesting
import Testing

struct TokenStoreTests {
    @Test(arguments: TokenStoreConformance.all)
    func conformsToContractInMemory(contract: TokenStoreConformance) async throws {
        try await contract.run(on: MemoryTokenStore())
    }

    @Test(arguments: TokenStoreConformance.all)
    func conformsToContractInFiles(contract: TokenStoreConformance) async throws {
        try await Directory.temporary { directory in
            try await contract.run(on: plaintext(directory.appending(path: "made/on/demand")))
        }
    }

    private func plaintext(_ directory: URL) -> FileTokenStore {
        FileTokenStore(directory: directory, protection: .plaintext)
    }

    @Test func detectsStoreThatViolatesContract() async throws {
        let failures = await withTaskGroup(of: Bool.self) { group in
            for contract in TokenStoreConformance.all {
                group.addTask { (try? await contract.run(on: ForgetfulStore())) == nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 9)
    }
}

/// A store that accepts every save and keeps nothing.
private struct ForgetfulStore: TokenStore {
    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? { nil }
    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) async throws(TokenStoreError) {}
    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {}
}
