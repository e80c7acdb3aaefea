public import Gatehouse

/// The bridge to Gatehouse's own API; an addition to Amazon's.
extension AMZNAuthorizationManager {
    /// Returns the session of the signed-in user, whose `account` the app can show, change and
    /// delete.
    ///
    /// The app must be registered for the scope `account` and request it; Amazon's own servers have no account API.
    ///
    /// - Returns: The session; `nil` if no user is signed in.
    /// - Throws: An `NSError` as the other methods do, if the API key is missing or invalid or the token store cannot
    ///   be read.
    public func gatehouseSession() async throws -> Session? {
        let session = await app.result { client throws(AuthError) in try await client.gatehouse.session() }
        do { return try session.get() } catch { throw error.error }
    }
}
