import Foundation
import Gatehouse

/// The file store without its file locks, so that refresh locks are leases.
struct LocklessStore: TokenStore {
    let store: MortalStore

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await store.load(key)
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) async throws(TokenStoreError) {
        try await store.save(data, for: key, replacing: current)
    }

    func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        try await store.checkWritable(key, byteCount: byteCount)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }
}
