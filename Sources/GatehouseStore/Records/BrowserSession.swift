package import Foundation

/// A sign-in of a user in one browser: the single sign-on session.
package struct BrowserSession: Sendable, Equatable, Codable {
    package typealias ID = TypedID<BrowserSession>

    /// The time in seconds after a use for which further uses are not recorded.
    package static let useInterval: TimeInterval = 60

    /// The identifier that the `sid` of each client is derived from; not secret.
    package let id: ID
    /// The SHA-256 hash of the cookie value in base64url.
    ///
    /// The value itself is never stored.
    package let secretHash: String
    package let accountID: Account.ID
    package let authentication: Authentication
    /// The device that used the session last.
    package var device: DeviceDescription
    /// Whether the cookie ends with the browser, because the user does not own the computer.
    package let endsWithBrowser: Bool
    package let createdAt: Date
    /// The time of the last use, with the precision of a minute.
    package var lastUsedAt: Date {
        didSet { lastUsedAt = lastUsedAt.flooredToMilliseconds }
    }
    package let expiresAt: Date
    package var endedAt: Date? {
        didSet { endedAt = endedAt?.flooredToMilliseconds }
    }

    package init(
        id: ID,
        secretHash: String,
        accountID: Account.ID,
        authentication: Authentication,
        device: DeviceDescription = DeviceDescription(),
        endsWithBrowser: Bool = false,
        createdAt: Date,
        lastUsedAt: Date? = nil,
        expiresAt: Date
    ) {
        self.id = id
        self.secretHash = secretHash
        self.accountID = accountID
        self.authentication = authentication
        self.device = device
        self.endsWithBrowser = endsWithBrowser
        self.createdAt = createdAt.flooredToMilliseconds
        self.lastUsedAt = (lastUsedAt ?? createdAt).flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.endedAt = nil
    }
}

/// The device of a session, as the client described it in its request.
package struct DeviceDescription: Sendable, Equatable, Codable {
    /// The `User-Agent` field, at most 256 characters.
    package let userAgent: String?
    /// The network address.
    package let address: String?

    package init(userAgent: String? = nil, address: String? = nil) {
        self.userAgent = userAgent
        self.address = address
    }
}
