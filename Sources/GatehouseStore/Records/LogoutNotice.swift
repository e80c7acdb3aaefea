package import Foundation

/// The server's obligation to notify a client when a session of a user has ended (OpenID Connect Back-Channel Logout
/// §2.5).
///
/// It is inserted with the session of a client that receives logout tokens. The store marks it as due with every change
/// that ends the session, its browser session or the account, so that no operation can omit it.
package struct LogoutNotice: Sendable, Equatable, Codable {
    package typealias ID = TypedID<LogoutNotice>

    /// The identifier of the session.
    package let id: ID
    package let clientID: Client.ID
    /// The user's account, which may have been deleted.
    package let accountID: Account.ID
    /// The browser session that created the session; its end makes the notice due, even if the session continues.
    package let browserSessionID: BrowserSession.ID?
    /// The time from which the notice is deleted if neither of the sessions exists.
    package let expiresAt: Date
    /// Whether the client must be notified.
    package var isDue: Bool

    package init(
        id: ID,
        clientID: Client.ID,
        accountID: Account.ID,
        browserSessionID: BrowserSession.ID?,
        expiresAt: Date,
        isDue: Bool = false
    ) {
        self.id = id
        self.clientID = clientID
        self.accountID = accountID
        self.browserSessionID = browserSessionID
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.isDue = isDue
    }

    /// Creates the notice of a new session.
    package init(of session: Session, expiresAt: Date) {
        self.init(
            id: ID(session.id.rawValue),
            clientID: session.clientID,
            accountID: session.accountID,
            browserSessionID: session.browserSessionID,
            expiresAt: expiresAt
        )
    }
}

/// Reads logout notices.
package protocol LogoutNoticeReader: Sendable {
    /// Returns up to `limit` notices that are due, in any order.
    func dueLogoutNotices(limit: Int) async throws(StoreError) -> [LogoutNotice]
}
