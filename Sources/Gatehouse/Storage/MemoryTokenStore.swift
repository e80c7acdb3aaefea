import Synchronization

/// Keeps sessions as long as the process lives: for tests, previews and short-lived servers.
public final class MemoryTokenStore: TokenStore {
    private struct Contents {
        var sessions: [TokenKey: StoredSessions] = [:]
        var failure: TokenStoreError?
        var saveFailure: TokenStoreError?
    }

    private let contents = Mutex(Contents())
    private let turns = Mutex<[TokenKey: MemoryTurn]>([:])

    /// An empty store.
    public init() {}

    /// Makes every call fail from now on, as a locked device would.
    ///
    /// - Parameter failure: What to throw; `nil` to work again.
    public func fail(with failure: TokenStoreError?) {
        contents.withLock { $0.failure = failure }
    }

    /// Makes every save fail from now on, as a full disk would.
    ///
    /// - Parameter failure: What to throw; `nil` to work again.
    public func failSaves(with failure: TokenStoreError?) {
        contents.withLock { $0.saveFailure = failure }
    }

    /// Reads what is stored.
    ///
    /// - Parameter key: The client.
    /// - Returns: What is stored, or `nil` when nothing is.
    /// - Throws: What ``fail(with:)`` was given.
    public func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try loadNow(key)
    }

    /// Replaces what is stored, provided that it is what the caller saw.
    ///
    /// - Parameters:
    ///   - sessions: What to store.
    ///   - key: The client.
    ///   - generation: The generation of the value to replace.
    /// - Throws: ``TokenStoreError`` of kind `conflict` when another one is stored; what ``fail(with:)`` or
    ///   ``failSaves(with:)`` was given.
    public func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try saveNow(sessions, for: key, replacing: generation)
    }

    /// Says whether a save would work.
    ///
    /// - Parameter key: The client.
    /// - Throws: What ``fail(with:)`` or ``failSaves(with:)`` was given.
    public func rehearse(_ key: TokenKey) async throws(TokenStoreError) {
        try use { (contents: inout Contents) throws(TokenStoreError) in
            if let failure = contents.saveFailure { throw failure }
        }
    }

    /// Forgets everything of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: What ``fail(with:)`` was given, unless that is of kind `corrupt`, which this mends.
    public func remove(_ key: TokenKey) async throws(TokenStoreError) {
        contents.withLock { if $0.failure?.kind == .corrupt { $0.failure = nil } }
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

extension MemoryTokenStore: ImmediateTokenStore {
    package func loadNow(_ key: TokenKey) throws(TokenStoreError) -> StoredSessions? {
        try use { $0.sessions[key] }
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        try use { (contents: inout Contents) throws(TokenStoreError) in
            if let failure = contents.saveFailure { throw failure }
            guard contents.sessions[key]?.generation == generation else { throw .outdated }
            contents.sessions[key] = sessions
        }
    }
}

extension MemoryTokenStore: RefreshLocking {
    /// The turn ends when nobody has the value any more, as it does with a process.
    package func takeTurn(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        let slot = turns.withLock { $0[key, default: MemoryTurn()].take(for: intent) }
        guard let slot else { return nil }
        return RefreshTurn(interrupted: slot.interrupted) { [self] in
            turns.withLock { $0[key]?.intents[intent.grant] = nil }
            withExtendedLifetime(slot) {}
        }
    }

    package func isTurnTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool {
        turns.withLock { $0[key]?.isTaken ?? false }
    }

    package func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent] {
        turns.withLock { $0[key].map { $0.isTaken ? [] : Array($0.intents.values) } ?? [] }
    }
}

extension TokenStoreError {
    static let outdated = TokenStoreError(.conflict, "Something else is stored than what was to be replaced.")
}
