package import Foundation
package import GatehouseWire

/// What the server said about a person, and when.
package struct StoredProfile: Sendable, Hashable, Codable {
    package var claims: StandardClaims
    /// By the server's clock.
    package var fetchedAt: Date
}
