package import Foundation

/// A sign-in of a user in one browser: the single sign-on session.
package struct BrowserSession: Sendable, Equatable, Codable {
    package typealias ID = TypedID<BrowserSession>

    /// The `sid` claim that clients receive; not secret.
    package let id: ID
    /// The SHA-256 hash of the cookie value in base64url.
    ///
    /// The value itself is never stored.
    package let secretHash: String
    package let accountID: Account.ID
    package let authentication: Authentication
    package let createdAt: Date
    package let expiresAt: Date
    package var endedAt: Date? {
        didSet { endedAt = endedAt?.flooredToMilliseconds }
    }

    package init(
        id: ID,
        secretHash: String,
        accountID: Account.ID,
        authentication: Authentication,
        createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.secretHash = secretHash
        self.accountID = accountID
        self.authentication = authentication
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.endedAt = nil
    }
}
