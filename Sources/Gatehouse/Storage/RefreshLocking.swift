/// A store that processes share, in which one at a time refreshes the tokens of a client.
protocol RefreshLocking: TokenStore {
    /// Takes the turn without waiting for it.
    ///
    /// - Parameter key: The client.
    /// - Returns: The turn, which lasts as long as the value; `nil` while somebody else has it.
    /// - Throws: ``TokenStoreError`` when there can be no turns here.
    func takeTurn(_ key: TokenKey) async throws(TokenStoreError) -> RefreshTurn?
}
