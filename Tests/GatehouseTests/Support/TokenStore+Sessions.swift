@testable import Gatehouse

extension TokenStore {
    /// Loads the sessions that a store contains.
    func sessions(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        try await SessionStore(key, in: self).load()
    }

    /// Replaces the sessions of a generation, as another process would.
    func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        let saved = try await SessionStore(key, in: self).update { $0?.generation == generation ? sessions : nil }
        if saved == nil { throw .conflict }
    }

    /// Checks whether a sign-in can be stored.
    func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await SessionStore(key, in: self).checkWritable()
    }
}
