package import Foundation
package import GatehouseWire

/// A session of a user at a client, to which all tokens belong.
///
/// A refresh token consists of the session's identifier and ``counter``, authenticated with a key derived from
/// ``salt``; tokens have no rows of their own.
package struct Session: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Session>

    package let id: ID
    package let accountID: Account.ID
    package let clientID: Client.ID
    /// The browser session that created it; ending that one ends this session too, unless it is offline.
    package let browserSessionID: BrowserSession.ID?
    /// Whether the browser is on another device than the tokens (RFC 8628).
    package let isOnOtherDevice: Bool
    package let scopes: ScopeSet
    /// The resources that the user authorized the client for, besides the issuer (RFC 8707 §2).
    package let resources: [Resource.ID]
    /// The thumbprint of the key to which the refresh tokens are bound (RFC 9449 §5); `nil` if they are not.
    package let keyThumbprint: String?
    /// Whether the session has refresh tokens (`offline_access`).
    package let isOffline: Bool
    /// The number of the current refresh token.
    package var counter: Int
    /// The time of the last refresh, which rotates the refresh token unless the client's profile forbids it.
    package var rotatedAt: Date {
        didSet { rotatedAt = rotatedAt.flooredToMilliseconds }
    }
    /// 32 random bytes from which, with the server's secret, the key for the refresh tokens is derived.
    package let salt: Data
    package let authentication: Authentication
    package let claims: JSONValue?
    /// The device that started the session.
    package let device: DeviceDescription
    package let createdAt: Date
    /// The time when the session expires; extended by each refresh.
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
        resources: [Resource.ID] = [],
        keyThumbprint: String? = nil,
        isOffline: Bool,
        salt: Data,
        authentication: Authentication,
        claims: JSONValue?,
        device: DeviceDescription = DeviceDescription(),
        createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.accountID = accountID
        self.clientID = clientID
        self.browserSessionID = browserSessionID
        self.isOnOtherDevice = isOnOtherDevice
        self.scopes = scopes
        self.resources = resources
        self.keyThumbprint = keyThumbprint
        self.isOffline = isOffline
        self.counter = 1
        self.rotatedAt = createdAt.flooredToMilliseconds
        self.salt = salt
        self.authentication = authentication
        self.claims = claims
        self.device = device
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.endedAt = nil
        self.endReason = nil
    }
}

extension TypedID<Session> {
    /// Creates the ID of a session that starts at `date`.
    ///
    /// The ID begins with the month, so that every statement that contains it names the session's partition.
    ///
    /// - Parameters:
    ///   - random: The unguessable part, in base64url.
    ///   - date: The start of the session.
    package init(random: String, startingAt date: Date) {
        self.init(Month(of: date).sessionPrefix + random)
    }

    /// The part of the ID after the month; `nil` for IDs of another form.
    package var randomPart: Substring? {
        let month = rawValue.prefix(5)
        guard month.last == "-", Month(name: "20\(month.dropLast())") != nil else { return nil }
        return rawValue.dropFirst(month.count)
    }
}

/// The reason that a session ended.
package enum SessionEndReason: String, Sendable, Codable, CaseIterable {
    /// The user signed out.
    case signedOut
    /// The client revoked a token (RFC 7009).
    case revoked
    /// An authorization code was replayed (RFC 6749 §4.1.2).
    case codeReplayed
    /// A refresh token older than the previous one was replayed (RFC 9700 §4.14.2).
    case refreshReplayed
    /// The user's password was changed or reset.
    case credentialsChanged
    /// An operator ended the session, or disabled the account or client.
    case administrator
    /// The user ended the session from another one.
    case endedByUser
    /// The user withdrew the consent of the client.
    case consentWithdrawn
    /// The user deleted the account.
    case accountDeleted
}

/// A session with the data that determines its validity.
package struct SessionStatus: Sendable, Equatable {
    package let session: Session
    /// The account; `nil` if it was deleted.
    package let account: Account?
    /// Whether the given access token was revoked individually.
    package let isTokenRevoked: Bool

    package init(session: Session, account: Account?, isTokenRevoked: Bool) {
        self.session = session
        self.account = account
        self.isTokenRevoked = isTokenRevoked
    }
}

/// Reads sessions.
package protocol SessionReader: Sendable {
    func session(_ id: Session.ID) async throws(StoreError) -> Session?
    /// Returns the account's sessions that have not ended, newest first.
    func sessions(of account: Account.ID) async throws(StoreError) -> [Session]
    func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession?
    /// Returns the account's browser sessions that have not ended, newest first.
    func browserSessions(of account: Account.ID) async throws(StoreError) -> [BrowserSession]
    /// Returns the browser session whose cookie has this hash.
    func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession?
    /// Returns the session with its account, and whether the access token with this identifier was revoked
    /// individually.
    func sessionStatus(of session: Session.ID, token: String?) async throws(StoreError) -> SessionStatus?
    /// Returns whether this access token was revoked individually.
    func isTokenRevoked(id: String) async throws(StoreError) -> Bool
}
