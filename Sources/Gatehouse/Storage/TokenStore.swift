public import Foundation

/// A type that stores a client's sessions between launches.
///
/// A store keeps one value of opaque bytes for each client; the library determines their format. The required methods
/// suffice. The others have default implementations; implement them if the store supports more. Test your own
/// implementation with `TokenStoreConformance` of the product `GatehouseTesting`.
public protocol TokenStore: Sendable {
    /// Loads the stored data.
    ///
    /// - Parameter key: The client.
    /// - Returns: The bytes that were last saved, or `nil` if there are none.
    /// - Throws: ``TokenStoreError`` with the code `locked`, `corrupt`, `denied` or `unavailable`. A failure must never
    ///   delete or change stored data.
    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data?

    /// Loads the stored data to replace it: the result of a request that was sent while the data could be read.
    ///
    /// A store that protects reading permits it nevertheless, so that the tokens of a response are not lost.
    ///
    /// - Parameter key: The client.
    /// - Returns: The bytes that were last saved, or `nil` if there are none.
    /// - Throws: ``TokenStoreError`` as ``load(_:)``.
    func loadForUpdate(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data?

    /// Replaces the stored data if it is still the expected data.
    ///
    /// The comparison and the replacement are atomic for every process that uses the store, as in `UPDATE … WHERE data
    /// = $current`. The data is durable when this returns.
    ///
    /// - Parameters:
    ///   - data: The bytes to store.
    ///   - key: The client.
    ///   - current: The bytes to replace, as they were loaded; `nil` if nothing is stored yet.
    /// - Throws: ``TokenStoreError`` with the code `conflict` if other data is stored; with another code if the write
    ///   failed. The stored data is unchanged in both cases.
    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) async throws(TokenStoreError)

    /// Removes all data of a client, including corrupt data.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` with the code `locked`, `denied` or `unavailable`. It is not an error if nothing
    ///   is stored.
    func remove(_ key: TokenStoreKey) async throws(TokenStoreError)

    /// A Boolean value that indicates whether several processes may use the store at the same time.
    ///
    /// The default is `true`. If it is `false`, a refresh need not wait for a process that has ended.
    var isSharedBetweenProcesses: Bool { get }

    /// Checks whether the store is writable, without changing stored data.
    ///
    /// The library calls this before it starts a sign-in or a refresh whose tokens could not be stored. The default
    /// implementation only loads; implement it to detect more, for example by writing and deleting other data.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - byteCount: The size, in bytes, that the next save may need.
    /// - Throws: ``TokenStoreError`` as a save would, except `conflict`.
    func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError)

    /// Removes all data of a client only while it cannot be loaded because it is corrupt.
    ///
    /// The default implementation loads the data, then removes it. Implement it if another process could store valid
    /// data in between.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``remove(_:)``, and if the data cannot be loaded for another reason.
    func removeCorrupt(_ key: TokenStoreKey) async throws(TokenStoreError)

    /// Synchronous access to the same data, for the synchronous methods of the facades; by default `nil`.
    ///
    /// Without it, these methods fail with the code ``TokenStoreError/Code/unavailable``.
    var synchronous: (any SynchronousTokenStore)? { get }

    /// The lock that allows one process at a time to refresh a client's tokens.
    ///
    /// By default `nil`: the library stores a lease with the session instead, which expires after less than a minute.
    /// A lock ends with its process. All processes that share the data return a lock, or none does: a lock and a lease
    /// do not exclude each other.
    var refreshLock: (any RefreshLock)? { get }

    /// The log of a client's latest events, for ``GatehouseClient/diagnostics(checkingServer:)``; by default `nil`.
    var eventLog: (any DiagnosticEventLog)? { get }

    /// Returns a stream of possible changes of a client's data by other processes.
    ///
    /// The default implementation returns `nil`: changes are found by the next method that reads the store.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Waits between two comparisons, for a store that has to poll.
    /// - Returns: A stream with an element at once and one for one or more changes; it ends when the store can no
    ///   longer be watched. `nil` if the store cannot be watched: the client does not call this again.
    func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>?
}

extension TokenStore {
    /// Loads the stored data as ``load(_:)`` does.
    ///
    /// - Parameter key: The client.
    /// - Returns: The bytes that were last saved, or `nil` if there are none.
    /// - Throws: ``TokenStoreError`` as ``load(_:)``.
    public func loadForUpdate(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await load(key)
    }

    /// The default: several processes may use the store.
    public var isSharedBetweenProcesses: Bool { true }

    /// The default: no synchronous access.
    public var synchronous: (any SynchronousTokenStore)? { nil }

    /// The default: no lock.
    public var refreshLock: (any RefreshLock)? { nil }

    /// The default: no log.
    public var eventLog: (any DiagnosticEventLog)? { nil }

    /// Loads the stored data to check that the store is available.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - byteCount: Unused.
    /// - Throws: ``TokenStoreError`` as ``load(_:)``.
    public func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        _ = try await load(key)
    }

    /// Loads the data, and removes it if it is corrupt.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``remove(_:)``, and if the data cannot be loaded for another reason.
    public func removeCorrupt(_ key: TokenStoreKey) async throws(TokenStoreError) {
        do throws(TokenStoreError) {
            _ = try await load(key)
        } catch {
            guard error.code == .corrupt else { throw error }
            try await remove(key)
        }
    }

    /// Returns `nil`: the store is not watched.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Unused.
    /// - Returns: `nil`.
    public func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>? {
        nil
    }
}

/// Synchronous access to the data of a ``TokenStore``.
///
/// A call may block for a disk or for another process.
public protocol SynchronousTokenStore: Sendable {
    /// Loads the stored data.
    ///
    /// - Parameter key: The client.
    /// - Returns: The bytes that were last saved, or `nil` if there are none.
    /// - Throws: ``TokenStoreError`` as ``TokenStore/load(_:)``.
    func load(_ key: TokenStoreKey) throws(TokenStoreError) -> Data?

    /// Replaces the stored data if it is still the expected data.
    ///
    /// - Parameters:
    ///   - data: The bytes to store.
    ///   - key: The client.
    ///   - current: The bytes to replace; `nil` if nothing is stored yet.
    /// - Throws: ``TokenStoreError`` as ``TokenStore/save(_:for:replacing:)``.
    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError)
}
