public import Foundation
public import GatehouseWire

/// One person's session as it is stored: who it is and the tokens, as one record.
public struct StoredGrant: Sendable, Hashable, Codable, Identifiable {
    /// Tells this sign-in from any other one, also of the same person; made up on the device.
    public let id: String
    /// Whose session it is.
    public var account: Account
    /// The scopes granted.
    public var scopes: ScopeSet
    /// The access token.
    public var accessToken: Secret
    /// When the access token expires, by the server's clock.
    public var expiresAt: Date
    /// The refresh token; `nil` when the server gave none.
    public var refreshToken: Secret?
    /// The ID token of the sign-in or of the last refresh that brought one.
    public var idToken: Secret?
    /// What the server said about the person, where that is kept for a while.
    package var profile: StoredProfile?
    /// Access tokens for other scopes, the newest last.
    package var spares: [SpareToken]?
    /// What tells the refresh token by which the session was taken over from others, and gives none of it away.
    package var origin: String?
    /// Whose turn it is to refresh, in a store without turns of its own.
    package var lease: RefreshLease?

    /// A session.
    ///
    /// - Parameters:
    ///   - id: Tells this sign-in from any other one.
    ///   - account: Whose session it is.
    ///   - scopes: The scopes granted.
    ///   - accessToken: The access token.
    ///   - expiresAt: When the access token expires, by the server's clock.
    ///   - refreshToken: The refresh token, when there is one.
    ///   - idToken: The ID token, when there is one.
    public init(
        id: String,
        account: Account,
        scopes: ScopeSet,
        accessToken: Secret,
        expiresAt: Date,
        refreshToken: Secret?,
        idToken: Secret?
    ) {
        self.id = id
        self.account = account
        self.scopes = scopes
        self.accessToken = accessToken
        self.expiresAt = expiresAt
        self.refreshToken = refreshToken
        self.idToken = idToken
    }

    enum CodingKeys: String, CodingKey {
        case id, account, scopes
        case accessToken = "access"
        case expiresAt = "expires"
        case refreshToken = "refresh"
        case idToken = "identity"
        case profile, spares, origin, lease
    }
}
