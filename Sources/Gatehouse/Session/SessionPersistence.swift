import Foundation

/// The stored data of one client, with the estimated clock of its server and its refresh lock.
struct SessionPersistence: Sendable {
    let key: TokenStoreKey
    /// The sessions in the client's store.
    let sessions: SessionStore
    let clock: ServerClock
    /// The owner of refresh locks: this client in this process.
    let owner: LeaseOwner
    let refreshLock: any RefreshLock

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
        let sessions = SessionStore(key, in: store)
        self.key = key
        self.sessions = sessions
        self.clock = clock
        owner = LeaseOwner(process: LeaseOwner.process, client: randomBytes(4).hexadecimal)
        refreshLock =
            if let lock = store.refreshLock {
                WriteCheckingRefreshLock(lock: lock, sessions: sessions)
            } else {
                LeaseRefreshLock(sessions: sessions, owner: owner, clock: clock)
            }
    }

    /// The store of the client's data.
    var store: any TokenStore { sessions.store }

    /// Reads the store, and applies the stored clock offset.
    func read() async throws(TokenStoreError) -> StoredSessions? {
        let found = try await sessions.load()
        if let offset = found?.clockOffset { clock.assume(offset) }
        return found
    }

    /// Applies mutations to the stored sessions, including concurrent changes of other processes.
    ///
    /// - Returns: The stored sessions.
    func save(_ changes: [StoreMutation]) async throws(TokenStoreError) -> StoredSessions {
        let offset = clock.offset
        let stored = try await sessions.update { found in
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
        try await sessions.update { found in
            guard let found, condition(found) else { return nil }
            return found.applying([change])
        } != nil
    }

    /// Checks whether tokens can be stored.
    func checkWritable() async throws(AuthError) {
        do throws(TokenStoreError) {
            try await sessions.checkWritable()
        } catch {
            throw error.authError
        }
    }
}
