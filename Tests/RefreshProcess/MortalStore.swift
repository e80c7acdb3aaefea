import Gatehouse

/// A file store in whose saves, or right beside them, the process ends.
struct MortalStore: RefreshLocking {
    let store: FileTokenStore
    let killPoint: KillPoint?

    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try await store.load(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        // A lease is stored before the server is asked; the new tokens come without one.
        let hasTokens = sessions.grants.allSatisfy { $0.lease == nil }
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

    func rehearse(_ key: TokenKey) async throws(TokenStoreError) {
        try await store.rehearse(key)
    }

    func remove(_ key: TokenKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }

    func takeTurn(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        let turn = try await store.takeTurn(key, for: intent)
        guard let turn, killPoint == .beforeTurnEnds else { return turn }
        return RefreshTurn(interrupted: turn.interrupted) {
            withExtendedLifetime(turn) {}
            KillPoint.die()
        }
    }

    func isTurnTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool {
        try await store.isTurnTaken(key)
    }

    func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent] {
        try await store.openIntents(key)
    }

    /// Waits for the end of the process.
    private func forever() async {
        try? await Task.sleep(for: .seconds(60))
    }
}
