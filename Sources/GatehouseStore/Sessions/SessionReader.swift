/// Finds sessions.
package protocol SessionReader: Sendable {
    func session(_ id: Session.ID) async throws(StoreError) -> Session?
    /// The account's sessions that have not ended, newest first.
    func sessions(of account: Account.ID) async throws(StoreError) -> [Session]
    func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession?
    /// The browser session whose cookie has this hash.
    func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession?
    /// The session with its account, and whether the access token of that id was revoked by itself.
    func standing(of session: Session.ID, token: String?) async throws(StoreError) -> SessionStanding?
    /// Whether this access token was revoked by itself.
    func isTokenRevoked(id: String) async throws(StoreError) -> Bool
}
