/// Keeps the sessions of a client between launches.
///
/// The library decides when to store what; a store only keeps it. Everything of one client is one ``StoredSessions``
/// value, so that a person and that person's tokens can never be torn apart. An own implementation passes
/// `TokenStoreCase` of the product `GatehouseTesting`.
public protocol TokenStore: Sendable {
    /// Reads what is stored.
    ///
    /// - Parameter key: The client.
    /// - Returns: What is stored, or `nil` when nothing is.
    /// - Throws: ``TokenStoreError`` of kind `locked`, `corrupt`, `denied` or `unavailable`. A failure must never
    ///   delete or change what is stored.
    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions?

    /// Replaces what is stored, provided that it is what the caller saw.
    ///
    /// The comparison and the replacement are one step, for every process that uses the store. What is stored survives
    /// a loss of power once this has returned.
    ///
    /// - Parameters:
    ///   - sessions: What to store.
    ///   - key: The client.
    ///   - generation: The generation of the value to replace; `nil` when nothing is to be stored yet.
    /// - Throws: ``TokenStoreError`` of kind `conflict` when another generation is stored; of another kind when nothing
    ///   could be written, and then what was stored before is still there, whole.
    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError)

    /// Finds out whether a save would work now, without changing what is stored.
    ///
    /// The library asks before it sends a person through a sign-in whose tokens could not be kept. A store that can tell more than a load tells
    /// implements it, as by writing something else and deleting that again; by default it only loads.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as a save would, for any reason but `conflict`.
    func rehearse(_ key: TokenKey) async throws(TokenStoreError)

    /// Forgets everything of a client, even what cannot be understood.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` of kind `locked`, `denied` or `unavailable`. Nothing stored is not an error.
    func remove(_ key: TokenKey) async throws(TokenStoreError)
}

extension TokenStore {
    /// Loads what is stored: all that can be known of a store that does not say more.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``load(_:)``.
    public func rehearse(_ key: TokenKey) async throws(TokenStoreError) {
        _ = try await load(key)
    }
}
