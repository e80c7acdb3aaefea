import Synchronization

@testable import Gatehouse

/// The store as a process that is killed has it: from then on nothing that it does gets there.
final class LostStore: TokenStore {
    private let store: MemoryTokenStore
    private let isLost = Mutex(false)

    init(store: MemoryTokenStore) {
        self.store = store
    }

    func lose() {
        isLost.withLock { $0 = true }
    }

    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try check()
        return try await store.load(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try check()
        try await store.save(sessions, for: key, replacing: generation)
    }

    func remove(_ key: TokenKey) async throws(TokenStoreError) {
        try check()
        try await store.remove(key)
    }

    private func check() throws(TokenStoreError) {
        if isLost.withLock(\.self) { throw TokenStoreError(.unavailable, "The process is gone.") }
    }
}
