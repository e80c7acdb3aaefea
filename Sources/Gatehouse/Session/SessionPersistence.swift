import Foundation

/// The stored data of one client: conditional reads and writes of its ``TokenStore``.
struct SessionPersistence: Sendable {
    let key: TokenStoreKey
    let store: any TokenStore
    let clock: ServerClock
    /// The owner of refresh locks: this client in this process.
    let owner: LeaseOwner
    let refreshLock: any RefreshLockProvider

    /// Creates the access to the data of a client.
    ///
    /// - Parameters:
    ///   - key: The client at its issuer.
    ///   - store: The store.
    ///   - clock: The clock whose offset is stored with the sessions.
    ///   - randomBytes: The source of the client's identifier.
    init(
        key: TokenStoreKey,
        store: any TokenStore,
        clock: ServerClock,
        randomBytes: @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.key = key
        self.store = store
        self.clock = clock
        owner = LeaseOwner(process: LeaseOwner.process, client: randomBytes(4).hexadecimal)
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // iOS kills an app that is suspended while it holds a file lock in a shared container.
        refreshLock = LeaseRefreshLock(store: store, owner: owner, clock: clock)
        #else
        refreshLock =
            if let store = store as? any RefreshLock {
                StoreRefreshLock(store: store)
            } else {
                LeaseRefreshLock(store: store, owner: owner, clock: clock)
            }
        #endif
    }

    /// Reads the store, and applies the stored clock offset.
    func read() async throws(TokenStoreError) -> StoredSessions? {
        let found = try await store.load(key)
        if let offset = found?.clockOffset { clock.assume(offset) }
        return found
    }

    /// Applies mutations to the stored sessions, including concurrent changes of other processes.
    ///
    /// - Returns: The stored sessions.
    func save(_ changes: [StoreMutation]) async throws(TokenStoreError) -> StoredSessions {
        let offset = clock.offset
        let stored = try await store.update(key) { found in
            var next = (found ?? StoredSessions()).applying(changes)
            if next != found { next.clockOffset = offset ?? next.clockOffset }
            return next
        }
        return stored ?? StoredSessions()
    }

    /// Applies a mutation to the stored sessions if they meet a condition.
    ///
    /// - Returns: Whether they did.
    func save(
        _ change: StoreMutation,
        if condition: (StoredSessions) -> Bool
    ) async throws(TokenStoreError) -> Bool {
        try await store.update(key) { found in
            guard let found, condition(found) else { return nil }
            return found.applying([change])
        } != nil
    }

    /// Checks whether tokens can be stored.
    func checkWritable() async throws(AuthError) {
        do throws(TokenStoreError) {
            try await store.checkWritable(key)
        } catch {
            throw AuthError(error)
        }
    }

    /// Removes the stored data only while it is corrupt: another process may have signed in since.
    func removeCorrupt() async throws(TokenStoreError) {
        if let store = store as? any CorruptDataRemoving {
            try await store.removeCorrupt(key)
        } else {
            do throws(TokenStoreError) {
                _ = try await store.load(key)
            } catch {
                guard error.code == .corrupt else { throw error }
                try await store.remove(key)
            }
        }
    }
}
