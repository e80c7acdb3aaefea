public import Foundation
import GatehouseConcurrency

/// A token store in memory, for tests, previews and short-lived servers.
public final class MemoryTokenStore: TokenStore {
    private let contents = MemoryContents()
    private let lock = MemoryRefreshLock()

    /// Creates an empty store.
    public init() {}

    /// Loads the stored data.
    ///
    /// - Parameter key: The client.
    /// - Returns: The bytes that were last saved, or `nil` if there are none.
    /// - Throws: ``TokenStoreError`` only if a test has injected it.
    public func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try contents.load(key)
    }

    /// Replaces the stored data if it is still the expected data.
    ///
    /// - Parameters:
    ///   - data: The bytes to store.
    ///   - key: The client.
    ///   - current: The bytes to replace; `nil` if nothing is stored yet.
    /// - Throws: ``TokenStoreError`` with the code `conflict` if other data is stored.
    public func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        try contents.save(data, for: key, replacing: current)
    }

    /// Removes all data of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` only if a test has injected it.
    public func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try contents.remove(key)
    }

    /// Checks whether a save would succeed.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - byteCount: Unused.
    /// - Throws: ``TokenStoreError`` only if a test has injected it.
    public func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        try contents.checkWritable()
    }

    /// `false`: the data belongs to one process.
    public var isSharedBetweenProcesses: Bool { false }

    /// Synchronous access to the same data.
    public var synchronous: (any SynchronousTokenStore)? { contents }

    /// The lock among the clients that use this store.
    public var refreshLock: (any RefreshLock)? { lock }

    /// Makes every call fail from now on, as a locked device does; for `GatehouseTesting`.
    ///
    /// - Parameter failure: The error to throw; `nil` to end the fault.
    package func fail(with failure: TokenStoreError?) {
        contents.fail(with: failure)
    }

    /// Makes every save fail from now on, as a full disk does; for `GatehouseTesting`.
    ///
    /// - Parameter failure: The error to throw; `nil` to end the fault.
    package func failSaves(with failure: TokenStoreError?) {
        contents.failSaves(with: failure)
    }
}

/// The data of a store in memory.
private final class MemoryContents: SynchronousTokenStore {
    private struct State {
        var data: [TokenStoreKey: Data] = [:]
        var failure: TokenStoreError?
        var saveFailure: TokenStoreError?
    }

    private let state = Mutex(State())

    func load(_ key: TokenStoreKey) throws(TokenStoreError) -> Data? {
        try use { $0.data[key] }
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError) {
        try use { (state: inout State) throws(TokenStoreError) in
            if let failure = state.saveFailure { throw failure }
            guard state.data[key] == current else { throw .conflict }
            state.data[key] = data
        }
    }

    /// Removes the data; repairs the injected failure `corrupt`.
    func remove(_ key: TokenStoreKey) throws(TokenStoreError) {
        state.withLock { if $0.failure?.code == .corrupt { $0.failure = nil } }
        try use { $0.data[key] = nil }
    }

    func checkWritable() throws(TokenStoreError) {
        try use { (state: inout State) throws(TokenStoreError) in
            if let failure = state.saveFailure { throw failure }
        }
    }

    func fail(with failure: TokenStoreError?) {
        state.withLock { $0.failure = failure }
    }

    func failSaves(with failure: TokenStoreError?) {
        state.withLock { $0.saveFailure = failure }
    }

    private func use<Value: Sendable>(
        _ body: (inout State) throws(TokenStoreError) -> Value
    ) throws(TokenStoreError) -> Value {
        let result = state.withLock { state -> Result<Value, TokenStoreError> in
            if let failure = state.failure { return .failure(failure) }
            do throws(TokenStoreError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// The refresh lock among the clients of one process, and its journal.
///
/// It is released when the handle is destroyed, as with a process.
private final class MemoryRefreshLock: RefreshLock {
    /// Keeps the lock while it lives.
    private final class Token: Sendable {}

    private struct State {
        var entries: [String: RefreshJournalEntry] = [:]
        weak var token: Token?
    }

    private let states = Mutex<[TokenStoreKey: State]>([:])

    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        let acquired = states.withLock { states -> (Token, RefreshJournalEntry?)? in
            guard states[key]?.token == nil else { return nil }
            let token = Token()
            states[key, default: State()].token = token
            return (token, states[key]?.entries.updateValue(entry, forKey: entry.sessionID))
        }
        guard let (token, interrupted) = acquired else { return nil }
        return RefreshLockHandle(interrupted: interrupted) { [self] in
            states.withLock { $0[key]?.entries[entry.sessionID] = nil }
            withExtendedLifetime(token) {}
        }
    }

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        states.withLock { $0[key]?.token != nil }
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        states.withLock { states in
            guard let state = states[key], state.token == nil else { return [] }
            return Array(state.entries.values)
        }
    }
}
