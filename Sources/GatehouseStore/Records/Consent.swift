package import Foundation
package import GatehouseWire

/// The consent of a user to a client.
///
/// One record per account and client.
package struct Consent: Sendable, Equatable, Codable {
    package let accountID: Account.ID
    package let clientID: Client.ID
    package var scopes: ScopeSet
    /// The optional scopes that the user declined.
    package var declined: ScopeSet
    /// The claims beyond the scopes that the user agreed to share (OpenID Connect Core §5.5).
    package var claims: [ClaimName]
    package var grantedAt: Date {
        didSet { grantedAt = grantedAt.flooredToMilliseconds }
    }

    package init(
        accountID: Account.ID,
        clientID: Client.ID,
        scopes: ScopeSet,
        declined: ScopeSet = [],
        claims: [ClaimName] = [],
        grantedAt: Date
    ) {
        self.accountID = accountID
        self.clientID = clientID
        self.scopes = scopes
        self.declined = declined
        self.claims = claims
        self.grantedAt = grantedAt.flooredToMilliseconds
    }
}

/// Reads consents.
package protocol ConsentReader: Sendable {
    /// Returns the consents of an account, newest first.
    func consents(of account: Account.ID) async throws(StoreError) -> [Consent]
    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent?
}
