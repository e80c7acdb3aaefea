/// A store that processes share, in which one at a time refreshes the tokens of a client.
///
/// The turn is the system's own, so it ends with the process. Where a store has none, ``RefreshLease`` takes its place.
package protocol RefreshLocking: TokenStore {
    /// Takes the turn without waiting for it, and notes what it is for.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - intent: What is about to begin; noted so that it outlives this process.
    /// - Returns: The turn, which lasts as long as the value; `nil` while somebody else has it.
    /// - Throws: ``TokenStoreError`` when there can be no turns here, or nothing can be noted.
    func takeTurn(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn?

    /// Whether somebody has the turn at the moment, in this process or another one.
    ///
    /// - Parameter key: The client.
    /// - Returns: Whether somebody has.
    /// - Throws: ``TokenStoreError`` when that cannot be found out.
    func isTurnTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool

    /// What processes that are gone had begun.
    ///
    /// - Parameter key: The client.
    /// - Returns: The intents; none while somebody has the turn.
    /// - Throws: ``TokenStoreError`` when that cannot be read.
    func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent]
}
