import Gatehouse

/// The file store without its file locks, so that refresh locks are leases.
struct LocklessStore: TokenStore {
    let store: MortalStore

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        try await store.load(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await store.save(sessions, for: key, replacing: generation)
    }

    func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.checkWritable(key)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }
}
