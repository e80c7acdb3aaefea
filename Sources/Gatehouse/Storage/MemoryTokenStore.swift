import Synchronization

/// A token store in memory, for tests, previews and short-lived servers.
public final class MemoryTokenStore: TokenStore {
    private struct Contents {
        var sessions: [TokenStoreKey: StoredSessions] = [:]
        var failure: TokenStoreError?
        var saveFailure: TokenStoreError?
    }

    private let contents = Mutex(Contents())
    private let locks = Mutex<[TokenStoreKey: MemoryRefreshLock]>([:])

    /// Creates an empty store.
    public init() {}

    /// Makes every call fail from now on, as a locked device does.
    ///
    /// - Parameter failure: The error to throw; `nil` to end the fault.
    public func fail(with failure: TokenStoreError?) {
        contents.withLock { $0.failure = failure }
    }

    /// Makes every save fail from now on, as a full disk does.
    ///
    /// - Parameter failure: The error to throw; `nil` to end the fault.
    public func failSaves(with failure: TokenStoreError?) {
        contents.withLock { $0.saveFailure = failure }
    }

    /// Loads the stored sessions.
    ///
    /// - Parameter key: The client.
    /// - Returns: The stored sessions, or `nil` if there are none.
    /// - Throws: The error passed to ``fail(with:)``.
    public func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        try loadNow(key)
    }

    /// Replaces the stored sessions if they still have the expected generation.
    ///
    /// - Parameters:
    ///   - sessions: The sessions to store.
    ///   - key: The client.
    ///   - generation: The generation to replace.
    /// - Throws: ``TokenStoreError`` with the code `conflict` if another generation is stored; the error passed to
    ///   ``fail(with:)`` or ``failSaves(with:)``.
    public func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try saveNow(sessions, for: key, replacing: generation)
    }

    /// Checks whether a save would succeed.
    ///
    /// - Parameter key: The client.
    /// - Throws: The error passed to ``fail(with:)`` or ``failSaves(with:)``.
    public func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try use { (contents: inout Contents) throws(TokenStoreError) in
            if let failure = contents.saveFailure { throw failure }
        }
    }

    /// Removes all data of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: The error passed to ``fail(with:)``, unless it is `corrupt`, which this repairs.
    public func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        contents.withLock { if $0.failure?.code == .corrupt { $0.failure = nil } }
        try use { $0.sessions[key] = nil }
    }

    private func use<Value: Sendable>(
        _ body: (inout Contents) throws(TokenStoreError) -> Value
    ) throws(TokenStoreError) -> Value {
        let result = contents.withLock { contents -> Result<Value, TokenStoreError> in
            if let failure = contents.failure { return .failure(failure) }
            do throws(TokenStoreError) {
                return .success(try body(&contents))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension MemoryTokenStore: SynchronousTokenStore {
    package func loadNow(_ key: TokenStoreKey) throws(TokenStoreError) -> StoredSessions? {
        try use { $0.sessions[key] }
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        try use { (contents: inout Contents) throws(TokenStoreError) in
            if let failure = contents.saveFailure { throw failure }
            guard contents.sessions[key]?.generation == generation else { throw .generationConflict }
            contents.sessions[key] = sessions
        }
    }
}

extension MemoryTokenStore: RefreshLock {
    /// Acquires the lock, which is released when the value is destroyed, as with a process.
    package func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let handle = locks.withLock { $0[key, default: MemoryRefreshLock()].acquire(recording: entry) }
        guard let handle else { return nil }
        return RefreshLockHandle(interrupted: handle.interrupted) { [self] in
            locks.withLock { $0[key]?.entries[entry.sessionID] = nil }
            withExtendedLifetime(handle) {}
        }
    }

    package func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        locks.withLock { $0[key]?.isHeld ?? false }
    }

    package func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        locks.withLock { $0[key].map { $0.isHeld ? [] : Array($0.entries.values) } ?? [] }
    }
}

extension TokenStoreError {
    static let generationConflict = TokenStoreError(.conflict, "The stored sessions were changed by another process.")
}

/// The refresh lock among the clients of one process, and its journal.
struct MemoryRefreshLock: Sendable {
    /// Keeps the lock while it lives.
    final class Handle: Sendable {
        let interrupted: RefreshJournalEntry?

        init(interrupted: RefreshJournalEntry?) {
            self.interrupted = interrupted
        }
    }

    var entries: [String: RefreshJournalEntry] = [:]
    private weak var handle: Handle?

    var isHeld: Bool { handle != nil }

    /// Acquires the lock; `nil` while it is held.
    mutating func acquire(recording entry: RefreshJournalEntry) -> Handle? {
        guard handle == nil else { return nil }
        let handle = Handle(interrupted: entries.updateValue(entry, forKey: entry.sessionID))
        self.handle = handle
        return handle
    }
}
