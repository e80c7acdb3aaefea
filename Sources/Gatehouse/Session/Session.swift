import Foundation
public import GatehouseWire

/// One person's session: a handle, to be passed round freely.
///
/// It stays the session of its account whatever else happens; once that session has ended, every call throws
/// ``AuthError/Code/signedOut``.
public struct Session: Sendable {
    /// Whose session it is, as was known when this handle was made.
    public let account: Account
    /// The scopes granted, as was known when this handle was made.
    public let scopes: ScopeSet

    /// Whether there is a refresh token, so that the session outlives its access token, as was known when this handle was made.
    public let canRenew: Bool

    package let id: String
    private let keeper: SessionKeeper
    private let dialect: any ServerDialect
    private let leeway: TimeInterval

    init(_ grant: StoredGrant, keeper: SessionKeeper, dialect: any ServerDialect, leeway: TimeInterval) {
        account = grant.account
        scopes = grant.scopes
        canRenew = grant.refreshToken != nil
        id = grant.id
        self.keeper = keeper
        self.dialect = dialect
        self.leeway = leeway
    }

    /// The time at the server.
    var now: Date { keeper.clock.now }

    /// An access token that is valid for a while.
    ///
    /// A token that is about to expire is given out all the same and renewed meanwhile; one that has expired is renewed first, once
    /// for all who ask at the same time. After one failure the next caller tries again at once, unless the server asked for a pause; after more
    /// in a row there is a pause, and until it is over the error is thrown again. It is a second at most while no
    /// request leaves the device, as without a network.
    ///
    /// - Parameter refused: The token that one of the app's services has just refused, to get another one.
    /// - Returns: The token and when it expires.
    /// - Throws: ``AuthError``: `signedOut` when the session has ended; `network`, `serverUnavailable` or `rateLimited`
    ///   when the token has expired and the server could not give a new one, and then the session goes on;
    ///   `interactionRequired` when it cannot be refreshed; `storeLocked` while a new one could not be kept.
    public func accessToken(replacing refused: AccessToken? = nil) async throws(AuthError) -> AccessToken {
        if refused == nil, let grant = keeper.snapshot.grant(id, validFor: leeway, at: keeper.clock.now) {
            return AccessToken(grant)
        }
        return AccessToken(try await keeper.grant(id, refused: refused?.secret, leeway: leeway))
    }

    /// An access token that is good for these scopes, which may reach further than those of the sign-in where the server
    /// has granted this app more; each is kept until it expires.
    ///
    /// - Parameters:
    ///   - scopes: What the token is for.
    ///   - isFresh: Whether a token at hand will not do.
    /// - Returns: The token; ``AccessToken/scopes`` is what it is good for.
    /// - Throws: ``AuthError``: `refused` when the server does not grant the scopes; otherwise as
    ///   ``accessToken(replacing:)``.
    public func accessToken(for scopes: ScopeSet, isFresh: Bool = false) async throws(AuthError) -> AccessToken {
        AccessToken(try await tokens(for: scopes, isFresh: isFresh))
    }

    /// The session with an access token in front that is good for these scopes.
    ///
    /// - Parameters:
    ///   - scopes: What the token is for; empty for whatever there is.
    ///   - isFresh: Whether a token at hand will not do.
    ///   - request: The claims to ask for with the tokens, and then no token at hand will do; what names the call.
    /// - Returns: The session as it is stored, but for the access token.
    /// - Throws: ``AuthError`` as ``accessToken(for:isFresh:)``.
    package func tokens(
        for scopes: ScopeSet = [],
        isFresh: Bool = false,
        request: NativeRequest = NativeRequest()
    ) async throws(AuthError) -> StoredGrant {
        let wish = TokenWish(
            scopes: scopes.subtracting(dialect.ownScopes),
            claims: request.claims,
            correlationID: request.correlationID
        )
        var refused: Secret?
        if isFresh {
            let grant = try await keeper.stored(id)
            refused = grant.serving(wish.scopes)?.accessToken
        }
        return try await keeper.grant(id, refused: refused, for: wish, leeway: leeway)
    }

    /// Who the person is, fresh from the server.
    ///
    /// - Returns: What the scopes of this session allow to know.
    /// - Throws: ``AuthError`` as ``accessToken(replacing:)``, and for what the server answers.
    public func user() async throws(AuthError) -> User {
        let user = try await freshUser()
        await keeper.describe(id, as: Account(id: account.id, user.claims))
        return user
    }

    /// Who the person is, as the server said not longer ago than that; else fresh from the server, and kept for the next time.
    ///
    /// - Parameters:
    ///   - age: How old the answer may be.
    ///   - acceptsOlder: Whether an older answer will do while the server cannot be reached.
    /// - Returns: What the scopes of this session allow to know.
    /// - Throws: ``AuthError`` as ``user()``.
    package func user(within age: Duration, orOlderOffline acceptsOlder: Bool) async throws(AuthError) -> User {
        let grant = try await keeper.stored(id)
        if let profile = grant.profile, await keeper.isRecent(profile, within: age.timeInterval) {
            return User(id: account.id, claims: profile.claims)
        }
        do throws(AuthError) {
            let user = try await freshUser()
            await keeper.remember(id, user.claims)
            return user
        } catch {
            guard acceptsOlder, error.isTransient, let profile = grant.profile else { throw error }
            return User(id: account.id, claims: profile.claims)
        }
    }

    private func freshUser() async throws(AuthError) -> User {
        let token = try await accessToken()
        let user: User
        do throws(AuthError) {
            user = try await dialect.profile(with: token.secret)
        } catch {
            guard error.isTokenRefused else { throw error }
            user = try await dialect.profile(with: try await accessToken(replacing: token).secret)
        }
        guard user.id == account.id else {
            throw .invalidAnswer("The server answered with the profile of another person.")
        }
        return user
    }

    /// The ID token of the sign-in or of the last refresh that brought one, already checked.
    ///
    /// - Returns: The token in its compact form.
    /// - Throws: ``AuthError``: `signedOut` when the session has ended, a `store…` code when what is stored cannot be
    ///   read.
    public func idToken() async throws(AuthError) -> String? {
        try await keeper.stored(id).idToken?.reveal()
    }
}
