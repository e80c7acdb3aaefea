package import Foundation
package import GatehouseStore
package import GatehouseWire

/// What an operator says about an app of Kii that is to be registered.
///
/// It has refresh tokens when it is registered for that grant.
package struct KiiRegistration: Sendable, Equatable {
    /// The key that copies of the app have already; `nil` for a random one.
    package var appKey: Secret?
    /// The most seconds that an access token lives; `nil` for a year, or for an hour where there are refresh tokens.
    package var tokenLifetime: TimeInterval?
    /// Other clients whose tokens are good here.
    package var accepts: [Client.ID]
    /// Whether it is told who is a member.
    package var revealsAccounts: Bool
    /// Whether it gets a secret that manages all of its accounts.
    package var hasAdministrator: Bool

    package init(
        appKey: Secret? = nil,
        tokenLifetime: TimeInterval? = nil,
        accepts: [Client.ID] = [],
        revealsAccounts: Bool = false,
        hasAdministrator: Bool = false
    ) {
        self.appKey = appKey
        self.tokenLifetime = tokenLifetime
        self.accepts = accepts
        self.revealsAccounts = revealsAccounts
        self.hasAdministrator = hasAdministrator
    }
}
