/// Lets one at a time refresh the tokens of a client, among all that share a store.
protocol RefreshTurns: Sendable {
    /// Takes the turn without waiting for it, notes what it is for, and makes sure that tokens can be stored.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - intent: What is about to begin.
    /// - Returns: The turn, which lasts as long as the value; `nil` while somebody else has it.
    /// - Throws: ``TokenStoreError`` when there can be no turns, or no tokens could be stored.
    func take(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn?

    /// Whether somebody has the turn at the moment.
    ///
    /// - Parameter key: The client.
    /// - Returns: Whether somebody has.
    /// - Throws: ``TokenStoreError`` when that cannot be found out.
    func isTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool

    /// What was begun by somebody who is gone.
    ///
    /// - Parameter key: The client.
    /// - Returns: The intents.
    /// - Throws: ``TokenStoreError`` when that cannot be read.
    func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent]
}
