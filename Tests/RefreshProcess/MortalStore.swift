import Foundation
import Gatehouse

/// A file store that kills the process before, during or after a save.
struct MortalStore: TokenStore, RefreshLock {
    let store: FileTokenStore
    let killPoint: KillPoint?

    var refreshLock: (any RefreshLock)? { self }

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await store.load(key)
    }

    func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        // A lease is stored before the request; the new tokens are stored without one.
        let hasTokens = !String(decoding: data, as: UTF8.self).contains(#""lease":"#)
        switch killPoint {
        case .beforeWrite where hasTokens: KillPoint.die()
        case .inWrite where hasTokens:
            KillPoint.die { [store] in try? store.synchronous?.save(data, for: key, replacing: current) }
            await forever()
        default: break
        }
        try await store.save(data, for: key, replacing: current)
        if killPoint == .afterWrite, hasTokens { KillPoint.die() }
    }

    func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        try await store.checkWritable(key, byteCount: byteCount)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }

    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let turn = try await store.refreshLock?.tryAcquire(key, recording: entry)
        guard let turn, killPoint == .beforeTurnEnds else { return turn }
        return RefreshLockHandle(interrupted: turn.interrupted) {
            withExtendedLifetime(turn) {}
            KillPoint.die()
        }
    }

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        try await store.refreshLock?.isHeld(key) ?? false
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        try await store.refreshLock?.abandonedEntries(key) ?? []
    }

    /// Waits until the process is killed.
    private func forever() async {
        try? await Task.sleep(for: .seconds(60))
    }
}
