package import Foundation
package import GatehouseStore
package import GatehouseWire

/// What the command line shows of a consent.
package struct ConsentSummary: Sendable, Equatable, Encodable {
    package let account: String
    package let client: String
    package let scope: ScopeSet
    /// Scopes that the user was free to leave out, and did.
    package let declined: ScopeSet
    package let granted: Date

    package init(_ consent: Consent) {
        account = consent.accountID.rawValue
        client = consent.clientID.rawValue
        scope = consent.scopes
        declined = consent.declined
        granted = consent.grantedAt
    }
}
