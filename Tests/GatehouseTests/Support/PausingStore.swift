import Foundation

@testable import Gatehouse

/// A store whose reads wait until the test lets them go on.
struct PausingStore: TokenStore {
    let store: MemoryTokenStore
    /// Resolved with the first read.
    let asked = Promise<Bool>()
    /// The reads wait for this.
    let answers = Promise<Bool>()

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        asked.resolve(true)
        _ = await answers.value
        return try await store.load(key)
    }

    func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        try await store.save(data, for: key, replacing: current)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }
}
