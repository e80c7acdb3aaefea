import Gatehouse

/// A file store that kills the process before, during or after a save.
struct MortalStore: RefreshLock {
    let store: FileTokenStore
    let killPoint: KillPoint?

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        try await store.load(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        // A lease is stored before the request; the new tokens are stored without one.
        let hasTokens = sessions.sessions.allSatisfy { $0.lease == nil }
        switch killPoint {
        case .beforeWrite where hasTokens: KillPoint.die()
        case .inWrite where hasTokens:
            KillPoint.die { [store] in try? store.saveNow(sessions, for: key, replacing: generation) }
            await forever()
        default: break
        }
        try await store.save(sessions, for: key, replacing: generation)
        if killPoint == .afterWrite, hasTokens { KillPoint.die() }
    }

    func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.checkWritable(key)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }

    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let turn = try await store.tryAcquire(key, recording: entry)
        guard let turn, killPoint == .beforeTurnEnds else { return turn }
        return RefreshLockHandle(interrupted: turn.interrupted) {
            withExtendedLifetime(turn) {}
            KillPoint.die()
        }
    }

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        try await store.isHeld(key)
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        try await store.abandonedEntries(key)
    }

    /// Waits until the process is killed.
    private func forever() async {
        try? await Task.sleep(for: .seconds(60))
    }
}
