package import GatehouseStore

/// A user whose authentication the policy has accepted.
package struct AuthenticatedUser: Sendable, Equatable, Codable {
    package let accountID: Account.ID
    package let authentication: Authentication
    /// The browser session of this sign-in; `nil` without a browser.
    package let browserSessionID: BrowserSession.ID?
    /// Whether the user authenticated in this flow, not in an earlier sign-in.
    package let isProvenInThisFlow: Bool

    /// The user of an existing browser session.
    init(_ session: BrowserSession, _ accepted: AcceptedAuthentication) {
        accountID = session.accountID
        authentication = accepted.answer
        browserSessionID = session.id
        isProvenInThisFlow = false
    }

    /// A user who has just proven their identity.
    init(_ account: Account, _ accepted: AcceptedAuthentication, browserSessionID: BrowserSession.ID?) {
        accountID = account.id
        authentication = accepted.answer
        self.browserSessionID = browserSessionID
        isProvenInThisFlow = true
    }
}
