import Foundation
import GatehouseConcurrency

@testable import Gatehouse

/// A store that fails every call once detached, as after its process was killed.
final class DetachableStore: TokenStore {
    private let store: MemoryTokenStore
    private let isDetached = Mutex(false)

    init(store: MemoryTokenStore) {
        self.store = store
    }

    func detach() {
        isDetached.withLock { $0 = true }
    }

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try check()
        return try await store.load(key)
    }

    func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        try check()
        try await store.save(data, for: key, replacing: current)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try check()
        try await store.remove(key)
    }

    private func check() throws(TokenStoreError) {
        if isDetached.withLock(\.self) { throw TokenStoreError(.unavailable, "The process has ended.") }
    }
}
