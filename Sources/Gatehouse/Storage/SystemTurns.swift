/// Turns to refresh that the store itself has.
struct SystemTurns: RefreshTurns {
    let store: any RefreshLocking

    func take(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        guard let turn = try await store.takeTurn(key, for: intent) else { return nil }
        // Where a lease is taken by storing it, that has shown already that tokens can be stored.
        do throws(TokenStoreError) {
            try await store.rehearse(key)
        } catch {
            if turn.interrupted == nil { await turn.settle() }
            throw error
        }
        return turn
    }

    func isTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool {
        try await store.isTurnTaken(key)
    }

    func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent] {
        try await store.openIntents(key)
    }
}
