package import Foundation
package import GatehouseWire

/// What a person has agreed to let a client have.
///
/// One record per account and client.
package struct Consent: Sendable, Equatable, Codable {
    package let accountID: Account.ID
    package let clientID: Client.ID
    package var scopes: ScopeSet
    /// What they were free to leave out, and did.
    package var declined: ScopeSet
    /// The claims beyond those scopes that the user agreed to share (OpenID Connect Core §5.5).
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
