package import GatehouseStore

/// The browser is signed in already; the person goes on with that account or takes another.
package struct ChooseAccountStep: Sendable, Equatable, Codable {
    package let browserSessionID: BrowserSession.ID
    /// What the form for another account starts with.
    package let emailHint: String?
    /// Whether the account has to sign in again (`prompt=login`, `max_age`).
    package let needsSignIn: Bool

    package init(browserSessionID: BrowserSession.ID, emailHint: String?, needsSignIn: Bool) {
        self.browserSessionID = browserSessionID
        self.emailHint = emailHint
        self.needsSignIn = needsSignIn
    }
}
