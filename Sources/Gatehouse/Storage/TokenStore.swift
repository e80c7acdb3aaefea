/// A type that stores a client's sessions between launches.
///
/// The library decides what to store and when. All data of a client is one ``StoredSessions`` value, so that an account
/// and its tokens are always consistent. Test your own implementation with `TokenStoreConformance` of the product
/// `GatehouseTesting`.
public protocol TokenStore: Sendable {
    /// Loads the stored sessions.
    ///
    /// - Parameter key: The client.
    /// - Returns: The stored sessions, or `nil` if there are none.
    /// - Throws: ``TokenStoreError`` with the code `locked`, `corrupt`, `denied` or `unavailable`. A failure must never
    ///   delete or change stored data.
    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions?

    /// Replaces the stored sessions if they still have the expected generation.
    ///
    /// The comparison and the replacement are atomic for every process that uses the store. The data is durable when
    /// this returns.
    ///
    /// - Parameters:
    ///   - sessions: The sessions to store.
    ///   - key: The client.
    ///   - generation: The generation to replace; `nil` if nothing is stored yet.
    /// - Throws: ``TokenStoreError`` with the code `conflict` if another generation is stored; with another code if the
    ///   write failed, in which case the previous data is intact.
    func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError)

    /// Checks whether the store is writable, without changing stored data.
    ///
    /// The library calls this before it starts a sign-in whose tokens could not be stored. The default implementation
    /// only loads; implement it to detect more, for example by writing and deleting other data.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as a save would, except `conflict`.
    func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError)

    /// Removes all data of a client, including corrupt data.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` with the code `locked`, `denied` or `unavailable`. It is not an error if nothing
    ///   is stored.
    func remove(_ key: TokenStoreKey) async throws(TokenStoreError)
}

extension TokenStore {
    /// Loads the stored sessions to check that the store is available.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``load(_:)``.
    public func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError) {
        _ = try await load(key)
    }
}

extension TokenStore {
    /// The number of conflicts after which an update fails.
    private static var maximumAttempts: Int { 16 }

    /// Replaces the stored sessions with the result of the body, again after each conflict.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - body: Returns the new value for the current one; `nil` to change nothing.
    /// - Returns: The stored value; `nil` if the body changed nothing.
    /// - Throws: ``TokenStoreError``; the stored data is then unchanged.
    func update(
        _ key: TokenStoreKey,
        _ body: (StoredSessions?) -> StoredSessions?
    ) async throws(TokenStoreError) -> StoredSessions? {
        var conflict = TokenStoreError(.conflict, "Too many concurrent writes by other processes.")
        for _ in 0..<Self.maximumAttempts {
            let found = try await load(key)
            guard var next = body(found) else { return nil }
            if next == found { return found }
            next.generation = (found?.generation ?? 0) + 1
            do throws(TokenStoreError) {
                try await save(next, for: key, replacing: found?.generation)
                return next
            } catch {
                guard error.code == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }
}

/// A store with synchronous access, for the synchronous methods of the facades.
///
/// The contracts are those of ``TokenStore``. A call may block for a disk or for another process.
package protocol SynchronousTokenStore: TokenStore {
    /// Loads the stored sessions.
    ///
    /// - Throws: ``TokenStoreError`` as ``TokenStore/load(_:)``.
    func loadNow(_ key: TokenStoreKey) throws(TokenStoreError) -> StoredSessions?

    /// Replaces the stored sessions if they still have the expected generation.
    ///
    /// - Throws: ``TokenStoreError`` as ``TokenStore/save(_:for:replacing:)``.
    func saveNow(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError)
}

/// A store that can check for corrupt data and delete it atomically.
protocol CorruptDataRemoving: TokenStore {
    /// Removes all data of a client if it is corrupt.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``TokenStore/remove(_:)``, and if the data cannot be read for another reason.
    func removeCorrupt(_ key: TokenStoreKey) async throws(TokenStoreError)
}

/// A store that may be private to one process, so that leases of other processes are void.
protocol SingleProcessStore: TokenStore {
    /// Whether no two processes use the store at the same time.
    var isSingleProcess: Bool { get }
}

/// A store that reports when another process changes it.
protocol WatchableStore: TokenStore {
    /// Returns a stream of possible changes of a client's item, the first of which comes at once.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Waits between two comparisons where the system reports no changes.
    /// - Returns: An element for one or more changes; the stream ends when the store can no longer be watched.
    func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>
}
