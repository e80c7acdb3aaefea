import Foundation
package import GatehouseStore

/// A queued logout request to a client (OpenID Connect Back-Channel Logout §2.5).
///
/// The token is signed at each attempt: it is valid for two minutes only, and retries take longer.
package struct LogoutMessage: Sendable, Equatable, Codable {
    package let clientID: Client.ID
    /// The user's account, which may have been deleted.
    package let accountID: Account.ID
    package let browserSessionID: BrowserSession.ID?
    /// The identifier of the client's session.
    package let sessionID: String
    /// The `jti` of the token, the same for every attempt.
    package let tokenID: String

    package init(
        clientID: Client.ID,
        accountID: Account.ID,
        browserSessionID: BrowserSession.ID?,
        sessionID: String,
        tokenID: String
    ) {
        self.clientID = clientID
        self.accountID = accountID
        self.browserSessionID = browserSessionID
        self.sessionID = sessionID
        self.tokenID = tokenID
    }
}

/// Sends logout requests.
package protocol LogoutTransport: Sendable {
    /// Sends a logout request; returns once the client has accepted it, or no longer receives logout tokens.
    func send(_ message: LogoutMessage) async throws(DeliveryError)
}
