package import Foundation
package import GatehouseWire

/// The stored data of a client: its sessions, the current one, and the pending revocations.
package struct StoredSessions: Sendable, Hashable, Codable {
    /// A counter that increases with each save.
    package var generation: UInt64
    /// The sessions in the order of sign-in; at most one per account.
    package var sessions: [StoredSession]
    /// The ``StoredSession/id`` of the current session; `nil` if signed out.
    package var current: String?
    /// The tokens to revoke at the server, oldest first.
    package var pendingRevocations: [PendingRevocation]
    /// The seconds by which the server's clock was ahead of the device's at the time of saving; `nil` if unknown.
    package var clockOffset: Double?
    /// The reason that no account is signed in, in the form of ``SignedOutReason/stored``; `nil` if one is, or never
    /// was.
    package var lastEndReason: String?
    /// The sign-in whose page is open.
    package var pendingSignIn: PendingAuthorization?
    /// The unfinished native sign-up.
    package var pendingSignUp: PendingSignUp?

    /// Creates the stored data of a client.
    ///
    /// - Parameters:
    ///   - generation: A counter that increases with each save.
    ///   - sessions: The sessions in the order of sign-in.
    ///   - current: The identifier of the current session.
    ///   - pendingRevocations: The tokens to revoke at the server.
    package init(
        generation: UInt64 = 0,
        sessions: [StoredSession] = [],
        current: String? = nil,
        pendingRevocations: [PendingRevocation] = []
    ) {
        self.generation = generation
        self.sessions = sessions
        self.current = current
        self.pendingRevocations = pendingRevocations
    }

    /// Returns the session with this identifier.
    func session(_ id: String) -> StoredSession? {
        sessions.first { $0.id == id }
    }

    /// The current session.
    var currentSession: StoredSession? {
        current.flatMap(session)
    }
}

/// The session of one account as it is stored, with its tokens.
package struct StoredSession: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of this sign-in, generated on the device.
    package let id: String
    /// The account of the session.
    package var account: Account
    /// The granted scopes.
    package var scopes: ScopeSet
    /// The APIs of the sign-in; `nil` if it named none, so that the server chooses the audience of the access token.
    package var resources: AuthorizedResources?
    /// The access token.
    package var accessToken: Secret
    /// The expiration of the access token, by the server's clock.
    package var expiresAt: Date
    /// The refresh token; `nil` if the server issued none.
    package var refreshToken: Secret?
    /// The latest ID token, of the sign-in or of a refresh.
    package var idToken: Secret?
    /// The key that token requests prove; `nil` if the session is not bound to one.
    package var proofKey: ProofKey?
    /// Whether the access token is bound to the key, according to its type; `nil` for a bearer token.
    package var isAccessTokenBound: Bool?
    /// The cached profile, for servers that store one.
    package var profile: CachedProfile?
    /// Cached access tokens for other scopes and for APIs, newest last.
    package var cachedTokens: [CachedAccessToken]?
    /// The fingerprint of the refresh token that the session was imported with.
    package var importFingerprint: String?
    /// The refresh lock, for stores without one.
    package var lease: RefreshLease?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - id: The identifier of this sign-in.
    ///   - account: The account of the session.
    ///   - scopes: The granted scopes.
    ///   - accessToken: The access token.
    ///   - expiresAt: The expiration of the access token, by the server's clock.
    ///   - refreshToken: The refresh token, if there is one.
    ///   - idToken: The ID token, if there is one.
    package init(
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
        case id, account, scopes, resources
        case accessToken = "access"
        case expiresAt = "expires"
        case refreshToken = "refresh"
        case idToken = "identity"
        case proofKey
        case isAccessTokenBound = "bound"
        case profile, cachedTokens, importFingerprint, lease
    }
}

extension StoredSession {
    /// Whether the server has bound tokens of the session to a key, even if the key is lost.
    var isBound: Bool { proofKey != nil || isAccessTokenBound == true }

    /// The key that requests with the access token prove; `nil` for a bearer token.
    var accessTokenKey: ProofKey? { isAccessTokenBound == true ? proofKey : nil }

    /// The granted scopes, and those that were requested for APIs: each of these is in the token of its API only.
    var scopesOfSignIn: ScopeSet { scopes.union(resources?.scopes ?? []) }

    /// Returns whether the sign-in has named all these APIs.
    func authorizes(_ identifiers: [String]) -> Bool {
        identifiers.allSatisfy { resources?.identifiers.contains($0) == true }
    }
}

/// The APIs of a sign-in that have tokens of their own (RFC 8707).
package struct AuthorizedResources: Sendable, Hashable, Codable {
    /// The identifiers of the APIs.
    package var identifiers: [String]
    /// The requested scopes, of the APIs and of the server.
    package var scopes: ScopeSet

    /// Creates the resources of a sign-in; `nil` if it names none.
    package init?(_ identifiers: [String], scopes: ScopeSet) {
        guard !identifiers.isEmpty else { return nil }
        self.identifiers = identifiers
        self.scopes = scopes
    }
}

/// The user's claims and the time they were fetched.
package struct CachedProfile: Sendable, Hashable, Codable {
    package var claims: StandardClaims
    /// By the server's clock.
    package var fetchedAt: Date
}

/// An access token of a session for scopes other than its own, or for an API.
package struct CachedAccessToken: Sendable, Hashable, Codable {
    package var scopes: ScopeSet
    /// The API; `nil` for the audience of the session's own token.
    package var resource: String?
    package var accessToken: Secret
    /// By the server's clock.
    package var expiresAt: Date
    /// Whether the token is bound to the session's key; `nil` for a bearer token.
    package var isBound: Bool?
}

/// A token of an ended session that has not been revoked at the server yet.
package struct PendingRevocation: Sendable, Hashable, Codable, Identifiable {
    /// The time after which a revocation is no longer retried, in seconds; unused refresh tokens rarely live longer.
    static let lifetime: TimeInterval = 30 * 24 * 60 * 60

    /// The session of the token, or a new identifier for a token that was never stored.
    package let id: String
    /// The token to revoke.
    package var token: Secret
    /// The time it was added, by a clock that may have been wrong.
    package var since: Date
    /// The time of the first failure, by the server's clock; thirty days later the revocation is dropped.
    package var failedSince: Date?

    /// Creates a pending revocation.
    ///
    /// - Parameters:
    ///   - id: The session of the token.
    ///   - token: The token to revoke.
    ///   - since: The time it was added.
    package init(id: String, token: Secret, since: Date) {
        self.id = id
        self.token = token
        self.since = since
    }

    /// Returns whether the revocation has been pending for so long that it is dropped.
    func hasExpired(at now: Date) -> Bool {
        failedSince.map { now.timeIntervalSince($0) > Self.lifetime } ?? false
    }
}
