package import Foundation
package import GatehouseWire

/// An access token of a session beside its own, for other scopes.
package struct SpareToken: Sendable, Hashable, Codable {
    package var scopes: ScopeSet
    package var accessToken: Secret
    /// By the server's clock.
    package var expiresAt: Date
}
