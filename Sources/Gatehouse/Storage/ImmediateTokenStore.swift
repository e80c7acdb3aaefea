/// A store that answers a caller who cannot wait, as a facade's synchronous call cannot.
///
/// The contracts are those of ``TokenStore``. The call may wait for a disk or for another process.
package protocol ImmediateTokenStore: TokenStore {
    /// Reads what is stored.
    ///
    /// - Throws: ``TokenStoreError`` as ``TokenStore/load(_:)``.
    func loadNow(_ key: TokenKey) throws(TokenStoreError) -> StoredSessions?

    /// Replaces what is stored, provided that it is what the caller saw.
    ///
    /// - Throws: ``TokenStoreError`` as ``TokenStore/save(_:for:replacing:)``.
    func saveNow(_ sessions: StoredSessions, for key: TokenKey, replacing generation: UInt64?) throws(TokenStoreError)
}
