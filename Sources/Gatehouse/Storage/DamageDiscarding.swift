/// A store that can tell, in one step with deleting it, whether what is stored is damaged.
protocol DamageDiscarding: TokenStore {
    /// Forgets everything of a client, as long as it cannot be understood.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``TokenStore/remove(_:)``, and when what is stored cannot be read for another reason.
    func removeDamaged(_ key: TokenKey) async throws(TokenStoreError)
}
