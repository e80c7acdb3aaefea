import Foundation
import GatehouseWire

/// What a session needs of the server.
struct SessionServer: Sendable {
    /// Trades a refresh token for new tokens.
    var refresh: @Sendable (StoredGrant) async -> RefreshOutcome
    /// Revokes a token.
    ///
    /// Returns `nil` when the server has taken note, or never will; the failure when it is worth trying again.
    var revoke: @Sendable (PendingRevocation) async -> AuthError?
}
