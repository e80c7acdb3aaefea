package import Foundation

/// What makes a client an app of Kii: people sign in to it with a password, on pages of its own.
package struct KiiApplication: Sendable, Equatable, Codable {
    /// SHA-256 of the app key, base64url.
    ///
    /// Every copy of the app holds the key, so it opens nothing by itself.
    package var keyHash: String
    /// SHA-256 of the secret of the app's administrator, base64url; `nil` when it has none.
    package var adminSecretHash: String?
    /// The most seconds that an access token lives, and how long it does unless the app asks for less.
    package var tokenLifetime: TimeInterval
    /// Other clients whose tokens are good here.
    package var accepts: [Client.ID]
    /// Whether the app is told at once whether an address has an account.
    ///
    /// Anybody can then find out who is a member.
    package var revealsAccounts: Bool

    package init(
        keyHash: String,
        adminSecretHash: String? = nil,
        tokenLifetime: TimeInterval,
        accepts: [Client.ID] = [],
        revealsAccounts: Bool = false
    ) {
        self.keyHash = keyHash
        self.adminSecretHash = adminSecretHash
        self.tokenLifetime = tokenLifetime
        self.accepts = accepts
        self.revealsAccounts = revealsAccounts
    }
}
