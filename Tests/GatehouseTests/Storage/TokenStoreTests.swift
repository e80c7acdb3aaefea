import Foundation
import Gatehouse
import GatehouseTesting
import Testing

struct TokenStoreTests {
    @Test(arguments: TokenStoreCase.all)
    func memoryKeepsThePromises(promise: TokenStoreCase) async throws {
        try await promise.run(on: MemoryTokenStore())
    }

    @Test(arguments: TokenStoreCase.all)
    func fileKeepsThePromises(promise: TokenStoreCase) async throws {
        try await Directory.temporary { directory in
            try await promise.run(on: plaintext(directory.appending(path: "made/on/demand")))
        }
    }

    private func plaintext(_ directory: URL) -> FileTokenStore {
        FileTokenStore(directory: directory, protection: .plaintext)
    }

    @Test func aStoreThatBreaksAPromiseIsFoundOut() async throws {
        let failures = await withTaskGroup(of: Bool.self) { group in
            for promise in TokenStoreCase.all {
                group.addTask { (try? await promise.run(on: ForgetfulStore())) == nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 9)
    }
}

/// Accepts everything and keeps nothing.
private struct ForgetfulStore: TokenStore {
    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? { nil }
    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {}
    func remove(_ key: TokenKey) async throws(TokenStoreError) {}
}
