package import Foundation
package import GatehouseStore
package import GatehouseWire

/// An authenticated user, with the time and methods of authentication.
///
/// Created from a live browser session, a correct password or a verified address.
package struct AuthenticatedUser: Sendable, Equatable, Codable {
    package let accountID: Account.ID
    package let authenticatedAt: Date
    package let methods: [AMR]
    /// The browser session of this sign-in; `nil` without a browser.
    package let browserSessionID: BrowserSession.ID?
    /// Whether the user authenticated in this flow, not in an earlier sign-in.
    package let provedInThisFlow: Bool

    /// The user of an existing browser session.
    init(_ session: BrowserSession) {
        accountID = session.accountID
        authenticatedAt = session.authenticatedAt
        methods = session.methods
        browserSessionID = session.id
        provedInThisFlow = false
    }

    /// A user who has just entered the correct password.
    init(_ match: PasswordVerifier.Match, browserSessionID: BrowserSession.ID?, at now: Date) {
        accountID = match.account.id
        authenticatedAt = now
        methods = [.password]
        self.browserSessionID = browserSessionID
        provedInThisFlow = true
    }

    /// A user who has just verified an address of the account.
    init?(_ proven: CodeChallengeStep.VerifiedAddress, account: Account, browserSessionID: BrowserSession.ID?) {
        guard account.hasIdentifier(proven.address) else { return nil }
        accountID = account.id
        authenticatedAt = proven.provenAt
        methods = [.oneTimeCode]
        self.browserSessionID = browserSessionID
        provedInThisFlow = true
    }
}
