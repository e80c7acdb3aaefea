package import Foundation
package import GatehouseStore

/// What is to be different about an app of Kii; what is `nil` stays as it is.
package struct KiiUpdate: Sendable, Equatable {
    package var tokenLifetime: TimeInterval?
    package var accepts: [Client.ID]?
    package var revealsAccounts: Bool?
    /// A new secret is made when it is set, also in the place of one that there is; the old one is good no longer.
    package var hasAdministrator: Bool?
    package var hasRefreshTokens: Bool?

    package init(
        tokenLifetime: TimeInterval? = nil,
        accepts: [Client.ID]? = nil,
        revealsAccounts: Bool? = nil,
        hasAdministrator: Bool? = nil,
        hasRefreshTokens: Bool? = nil
    ) {
        self.tokenLifetime = tokenLifetime
        self.accepts = accepts
        self.revealsAccounts = revealsAccounts
        self.hasAdministrator = hasAdministrator
        self.hasRefreshTokens = hasRefreshTokens
    }
}
