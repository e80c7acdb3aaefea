package import Foundation
package import GatehouseWire

/// A person signed in at the server in one browser, which is what makes single sign-on single.
package struct BrowserSession: Sendable, Equatable, Codable {
    package typealias ID = TypedID<BrowserSession>

    /// The `sid` that clients see; safe to show.
    package let id: ID
    /// SHA-256 of the cookie's value, base64url.
    ///
    /// The value itself is never stored.
    package let secretHash: String
    package let accountID: Account.ID
    package let authenticatedAt: Date
    package let methods: [AMR]
    package let createdAt: Date
    package let expiresAt: Date
    package var endedAt: Date? {
        didSet { endedAt = endedAt?.flooredToMilliseconds }
    }

    package init(
        id: ID,
        secretHash: String,
        accountID: Account.ID,
        authenticatedAt: Date,
        methods: [AMR],
        createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.secretHash = secretHash
        self.accountID = accountID
        self.authenticatedAt = authenticatedAt.flooredToMilliseconds
        self.methods = methods
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.endedAt = nil
    }
}
