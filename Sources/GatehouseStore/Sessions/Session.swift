package import Foundation
package import GatehouseWire

/// What a client was given for one person: every token names the session it belongs to and dies with it.
///
/// A refresh token is the session's id and ``counter``, authenticated under a key derived from ``salt``; there is no row per token.
package struct Session: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Session>

    package let id: ID
    package let accountID: Account.ID
    package let clientID: Client.ID
    /// The browser sign-in it came from; ending that one ends this one, unless it is an offline session.
    package let browserSessionID: BrowserSession.ID?
    /// Whether that browser is another device than the one that has the tokens (RFC 8628).
    package let isOnOtherDevice: Bool
    package let scopes: ScopeSet
    /// Whether it has refresh tokens (`offline_access`).
    package let isOffline: Bool
    /// The number of the refresh token that is current.
    package var counter: Int
    /// When the counter last moved.
    package var rotatedAt: Date {
        didSet { rotatedAt = rotatedAt.flooredToMilliseconds }
    }
    /// 32 random bytes that, with the server's own secret, give the key its refresh tokens are authenticated under.
    package let salt: Data
    package let authenticatedAt: Date
    package let methods: [AMR]
    package let claims: JSONValue?
    package let createdAt: Date
    /// Moves with each refresh; past it the session is over.
    package var expiresAt: Date {
        didSet { expiresAt = expiresAt.flooredToMilliseconds }
    }
    package var endedAt: Date? {
        didSet { endedAt = endedAt?.flooredToMilliseconds }
    }
    package var endReason: SessionEndReason?

    package init(
        id: ID,
        accountID: Account.ID,
        clientID: Client.ID,
        browserSessionID: BrowserSession.ID?,
        isOnOtherDevice: Bool = false,
        scopes: ScopeSet,
        isOffline: Bool,
        salt: Data,
        authenticatedAt: Date,
        methods: [AMR],
        claims: JSONValue?,
        createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.accountID = accountID
        self.clientID = clientID
        self.browserSessionID = browserSessionID
        self.isOnOtherDevice = isOnOtherDevice
        self.scopes = scopes
        self.isOffline = isOffline
        self.counter = 1
        self.rotatedAt = createdAt.flooredToMilliseconds
        self.salt = salt
        self.authenticatedAt = authenticatedAt.flooredToMilliseconds
        self.methods = methods
        self.claims = claims
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.endedAt = nil
        self.endReason = nil
    }
}
