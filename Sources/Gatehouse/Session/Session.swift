import Foundation
public import GatehouseWire

/// A handle to the session of one account.
///
/// The handle always refers to the same session; after that has ended, every call throws ``AuthErrorCode/signedOut``.
public struct Session: Sendable {
    /// The account, as of the creation of this handle.
    public let account: SessionAccount
    /// The granted scopes, as of the creation of this handle.
    public let scopes: ScopeSet

    /// A Boolean value that indicates whether the session has a refresh token, as of the creation of this handle.
    public let isRefreshable: Bool

    package let id: String
    let manager: SessionManager

    init(_ storedSession: StoredSession, manager: SessionManager) {
        account = SessionAccount(storedSession.account, session: storedSession.id, manager: manager)
        scopes = storedSession.scopes
        isRefreshable = storedSession.refreshToken != nil
        id = storedSession.id
        self.manager = manager
    }

    /// The estimated time at the server.
    var now: Date { manager.clock.now }

    /// Returns a valid access token, refreshing it if necessary.
    ///
    /// A token that is about to expire is returned and refreshed in the background; an expired one is refreshed first,
    /// once for all concurrent callers. After one failure the next call retries immediately, unless the server
    /// requested a delay; after consecutive failures, calls throw the last error until a delay has passed. The delay is
    /// at most one second while requests cannot leave the device, as without a network.
    ///
    /// The scopes may exceed those of the sign-in if the server has granted more to this client. Tokens are cached for
    /// each set of scopes until they expire.
    ///
    /// - Parameters:
    ///   - scopes: The required scopes; by default those of the session.
    ///   - rejected: The token that a service has rejected, to get a different one.
    /// - Returns: The access token; ``AccessToken/scopes`` are its scopes.
    /// - Throws: ``AuthError``: `signedOut` if the session has ended; `network`, `serverUnavailable` or `rateLimited`
    ///   if the token has expired and could not be refreshed, in which case the session continues;
    ///   `interactionRequired` if it cannot be refreshed; `requestRejected` if the server does not grant the scopes;
    ///   `storeLocked` while new tokens cannot be stored.
    public func accessToken(
        for scopes: ScopeSet = [],
        replacing rejected: AccessToken? = nil
    ) async throws(AuthError) -> AccessToken {
        AccessToken(try await valid(for: scopes, replacing: rejected?.secret))
    }

    /// Returns a valid access token for an API that has tokens of its own, refreshing it if necessary.
    ///
    /// The sign-in must have named the API in ``SignInOptions/resources``. The token has all scopes of the API that
    /// were granted, and no others: neither this server's account API nor another API accepts it. It is cached until
    /// it expires, and refreshed as ``accessToken(for:replacing:)`` does.
    ///
    /// ```swift
    /// let api = "https://api.example.com"
    /// let options = SignInOptions(resources: [api])
    /// let session = try await gatehouse.signIn(scopes: ["orders:read"], options: options)
    /// let token = try await session.accessToken(forResource: api)
    /// ```
    ///
    /// ``AuthorizedTransport`` sends these tokens if it has the identifier of the API.
    ///
    /// - Parameters:
    ///   - resource: The identifier of the API, as it is registered at the server.
    ///   - rejected: The token that the API has rejected, to get a different one.
    /// - Returns: The access token; ``AccessToken/scopes`` are its scopes.
    /// - Throws: ``AuthError``: `requestRejected` if the sign-in has not named the API, with the recovery
    ///   `signInAgain`, or if the server does not know the API; otherwise as ``accessToken(for:replacing:)``.
    public func accessToken(
        forResource resource: String,
        replacing rejected: AccessToken? = nil
    ) async throws(AuthError) -> AccessToken {
        let tokenRequest = AccessTokenRequest(resource: resource)
        do throws(AuthError) {
            return AccessToken(try await manager.validSession(id, rejected: rejected?.secret, for: tokenRequest))
        } catch {
            var error = error
            // An earlier version of the app, with which the user signed in, may not have named the API.
            if error.response?.error == OAuthErrorCode.invalidTarget.rawValue,
                let storedSession = try? await manager.session(id), !storedSession.authorizes([resource])
            {
                error.recovery = .signInAgain
            }
            throw error
        }
    }

    /// Returns the session with a valid access token for these scopes, as ``accessToken(for:replacing:)``.
    private func valid(
        for scopes: ScopeSet = [],
        replacing rejected: Secret? = nil
    ) async throws(AuthError) -> StoredSession {
        let tokenRequest = selecting(AccessTokenRequest(scopes: scopes))
        if tokenRequest.scopes.isEmpty, rejected == nil,
            let storedSession = manager.cache.session(id, validFor: manager.leeway, at: manager.clock.now)
        {
            return storedSession
        }
        return try await manager.validSession(id, rejected: rejected, for: tokenRequest)
    }

    /// Returns the session with an access token for a request.
    ///
    /// - Parameters:
    ///   - tokenRequest: The required scopes, empty for the session's own, and the claims, which bypass the cache.
    ///   - forcesRefresh: Whether to bypass the cache.
    /// - Returns: The session as it is stored, except for the access token.
    /// - Throws: ``AuthError`` as ``accessToken(for:replacing:)``.
    package func tokens(
        for tokenRequest: AccessTokenRequest = AccessTokenRequest(),
        forcesRefresh: Bool = false
    ) async throws(AuthError) -> StoredSession {
        let tokenRequest = selecting(tokenRequest)
        var rejected: Secret?
        if forcesRefresh {
            let storedSession = try await manager.session(id)
            rejected = storedSession.selectingToken(for: tokenRequest)?.accessToken
        }
        return try await manager.validSession(id, rejected: rejected, for: tokenRequest)
    }

    /// Returns the request without the scopes that every token of the server has.
    private func selecting(_ tokenRequest: AccessTokenRequest) -> AccessTokenRequest {
        var tokenRequest = tokenRequest
        tokenRequest.scopes = tokenRequest.scopes.subtracting(manager.service.requiredScopes)
        return tokenRequest
    }

    /// Fetches the user's claims from the server.
    ///
    /// - Returns: The claims that the session's scopes include.
    /// - Throws: ``AuthError`` as ``accessToken(for:replacing:)``, and for errors of the server.
    public func user() async throws(AuthError) -> User {
        let user = try await freshUser()
        let account = Account(id: account.id, user.claims)
        if let known = await manager.knownSessions.session(id)?.account, known != account {
            // If the store cannot be written, the name is stale, and the next call tries again.
            try? await manager.submit(.updateAccount(id, account))
        }
        return user
    }

    /// Returns the cached claims of the user if they are recent, otherwise fetches and caches them.
    ///
    /// - Parameters:
    ///   - age: The maximum age of cached claims.
    ///   - acceptsOlder: Whether older claims are returned while the server is unreachable.
    /// - Returns: The claims that the session's scopes include.
    /// - Throws: ``AuthError`` as ``user()``.
    package func user(within age: Duration, orOlderOffline acceptsOlder: Bool) async throws(AuthError) -> User {
        let storedSession = try await manager.session(id)
        if let profile = storedSession.profile, profile.isRecent(at: now, within: age.timeInterval) {
            return User(id: account.id, claims: profile.claims)
        }
        do throws(AuthError) {
            let user = try await freshUser()
            try? await manager.submit(.cacheProfile(id, user.claims, at: now))
            return user
        } catch {
            guard acceptsOlder, error.isTransient, let profile = storedSession.profile else { throw error }
            return User(id: account.id, claims: profile.claims)
        }
    }

    private func freshUser() async throws(AuthError) -> User {
        let storedSession = try await valid()
        let user: User
        do throws(AuthError) {
            user = try await manager.service.profile(of: storedSession)
        } catch {
            guard error.isTokenRejected else { throw error }
            user = try await manager.service.profile(of: try await valid(replacing: storedSession.accessToken))
        }
        guard user.id == account.id else {
            throw .invalidResponse("The server returned the profile of a different user.")
        }
        return user
    }

    /// Returns the latest ID token, of the sign-in or of a refresh, already validated.
    ///
    /// - Returns: The token in compact serialization.
    /// - Throws: ``AuthError``: `signedOut` if the session has ended, a `store…` code if the store cannot be read.
    public func idToken() async throws(AuthError) -> String? {
        try await manager.session(id).idToken?.reveal()
    }
}

extension Session: CustomStringConvertible, CustomReflectable {
    /// The account's identifier and the scopes.
    public var description: String { "Session(\(account.id), \(scopes))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["account": account.id, "scopes": scopes]) }
}

extension AccessToken {
    /// Creates the access token of a stored session.
    init(_ storedSession: StoredSession) {
        self.init(
            storedSession.accessToken,
            expiresAt: storedSession.expiresAt,
            scopes: storedSession.scopes,
            key: storedSession.accessTokenKey
        )
    }
}

extension StoreMutation {
    /// Caches the claims of a user that were fetched now.
    static func cacheProfile(_ id: String, _ claims: StandardClaims, at now: Date) -> StoreMutation {
        .cacheProfile(id, CachedProfile(claims: claims, fetchedAt: now))
    }
}

extension CachedProfile {
    /// Returns whether the profile was fetched within that time, by the server's clock.
    fileprivate func isRecent(at now: Date, within age: TimeInterval) -> Bool {
        abs(now.timeIntervalSince(fetchedAt)) < age
    }
}
