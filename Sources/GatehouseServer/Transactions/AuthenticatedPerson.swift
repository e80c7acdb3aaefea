package import Foundation
package import GatehouseStore
package import GatehouseWire

/// A person whose identity is established, with how and when.
///
/// There are three ways to get one: a live browser session, a right password, a proven address.
package struct AuthenticatedPerson: Sendable, Equatable, Codable {
    package let accountID: Account.ID
    package let authenticatedAt: Date
    package let methods: [AMR]
    /// The browser session that stands for this sign-in; `nil` where there is no browser.
    package let browserSessionID: BrowserSession.ID?
    /// Whether the proof was given in this very transaction, and not taken from an earlier sign-in.
    package let provedHere: Bool

    /// Someone who is signed in already.
    init(_ session: BrowserSession) {
        accountID = session.accountID
        authenticatedAt = session.authenticatedAt
        methods = session.methods
        browserSessionID = session.id
        provedHere = false
    }

    /// Someone who has just given the right password.
    init(_ match: PasswordVerifier.Match, browserSessionID: BrowserSession.ID?, at now: Date) {
        accountID = match.account.id
        authenticatedAt = now
        methods = [.password]
        self.browserSessionID = browserSessionID
        provedHere = true
    }

    /// Someone who has just proven an address that belongs to the account.
    init?(_ proven: CodeStep.ProvenAddress, account: Account, browserSessionID: BrowserSession.ID?) {
        guard account.owns(proven.address) else { return nil }
        accountID = account.id
        authenticatedAt = proven.provenAt
        methods = [.oneTimeCode]
        self.browserSessionID = browserSessionID
        provedHere = true
    }
}
