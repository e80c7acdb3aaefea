package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The settings to register of an app that signs users in with their passwords.
///
/// Its grant types determine whether it has refresh tokens.
package struct PasswordAppRegistration: Sendable, Equatable {
    /// The app key of existing installations; `nil` for a random one.
    package var appKey: Secret?
    /// The maximum lifetime of access tokens, in seconds; `nil` for a year, or an hour with refresh tokens.
    package var tokenLifetime: TimeInterval?
    /// Other clients whose tokens are accepted.
    package var accepts: [Client.ID]
    /// Whether accounts are disclosed to the app.
    package var disclosesAccounts: Bool
    /// Whether the app gets an administrator secret, which grants access to all of its accounts.
    package var hasAdministrator: Bool

    package init(
        appKey: Secret? = nil,
        tokenLifetime: TimeInterval? = nil,
        accepts: [Client.ID] = [],
        disclosesAccounts: Bool = false,
        hasAdministrator: Bool = false
    ) {
        self.appKey = appKey
        self.tokenLifetime = tokenLifetime
        self.accepts = accepts
        self.disclosesAccounts = disclosesAccounts
        self.hasAdministrator = hasAdministrator
    }
}

/// The changes to an app that signs users in with their passwords; properties that are `nil` remain unchanged.
package struct PasswordAppUpdate: Sendable, Equatable {
    package var tokenLifetime: TimeInterval?
    package var accepts: [Client.ID]?
    package var disclosesAccounts: Bool?
    /// Whether the app has an administrator secret; `true` replaces an existing one.
    package var hasAdministrator: Bool?
    package var hasRefreshTokens: Bool?

    package init(
        tokenLifetime: TimeInterval? = nil,
        accepts: [Client.ID]? = nil,
        disclosesAccounts: Bool? = nil,
        hasAdministrator: Bool? = nil,
        hasRefreshTokens: Bool? = nil
    ) {
        self.tokenLifetime = tokenLifetime
        self.accepts = accepts
        self.disclosesAccounts = disclosesAccounts
        self.hasAdministrator = hasAdministrator
        self.hasRefreshTokens = hasRefreshTokens
    }
}

extension Client {
    /// Returns an identifier of the administrator secret, which ends tokens when the secret is replaced; `nil` without
    /// a secret.
    func adminSecretID(under key: MasterKey) -> String? {
        passwordApp?.adminSecretHash.map { key.fingerprint(.adminSecrets, id.rawValue, $0) }
    }
}
