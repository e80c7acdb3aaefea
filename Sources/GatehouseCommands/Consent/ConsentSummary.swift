package import Foundation
package import GatehouseStore
package import GatehouseWire

/// A consent as the command line shows it.
package struct ConsentSummary: Sendable, Equatable, Encodable {
    package let account: String
    package let client: String
    package let scope: ScopeSet
    /// The voluntary scopes that the user declined.
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
