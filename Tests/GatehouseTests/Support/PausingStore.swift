@testable import Gatehouse

/// A store whose reads wait until the test lets them go on.
struct PausingStore: TokenStore {
    let store: MemoryTokenStore
    /// Resolved with the first read.
    let asked = Promise<Bool>()
    /// The reads wait for this.
    let answers = Promise<Bool>()

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        asked.resolve(true)
        _ = await answers.value
        return try await store.load(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await store.save(sessions, for: key, replacing: generation)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }
}
