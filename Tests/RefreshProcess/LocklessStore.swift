import Gatehouse

/// The same store without its locks, as one that is not made of files: turns are taken by leases.
struct LocklessStore: TokenStore {
    let store: MortalStore

    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try await store.load(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await store.save(sessions, for: key, replacing: generation)
    }

    func rehearse(_ key: TokenKey) async throws(TokenStoreError) {
        try await store.rehearse(key)
    }

    func remove(_ key: TokenKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }
}
