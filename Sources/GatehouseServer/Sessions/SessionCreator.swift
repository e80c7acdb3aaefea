package import Foundation
package import GatehouseStore
import GatehouseWire

/// Creates sessions and their first tokens.
struct SessionCreator: Sendable {
    let core: ServerCore

    /// Creates a session in the commit that consumes the client's code.
    ///
    /// Issues the tokens before the commit, so that nothing is consumed if signing fails.
    ///
    /// - Parameters:
    ///   - signIn: The user's authorization.
    ///   - request: The client and the request.
    ///   - redeem: Returns the single-use change that consumes the code.
    /// - Returns: The tokens; `nil` if another request has consumed the code.
    /// - Throws: `invalid_grant` if the account was deleted or disabled, or if the browser session has ended.
    func create(
        _ signIn: SessionRequest,
        for request: GrantContext,
        redeeming redeem: (Session.ID) -> Change
    ) async throws(OAuthError) -> IssuedTokens? {
        let started = try await prepare(signIn, for: request)
        switch try await core.firstConflict(committing: [redeem(started.id)] + started.changes) {
        case nil: return started.tokens
        case 0: return nil
        default:
            throw OAuthError(
                .invalidGrant,
                "The session has ended, or the account or the client was deleted."
            )
        }
    }

    /// Prepares a session and its tokens, which become valid when its changes are committed.
    ///
    /// - Parameters:
    ///   - signIn: The user's authorization.
    ///   - request: The client and the request.
    /// - Returns: The session and the changes to commit.
    /// - Throws: `invalid_grant` if the account was deleted or disabled, or if the browser session has ended.
    func prepare(
        _ signIn: SessionRequest,
        for request: GrantContext
    ) async throws(OAuthError) -> PreparedSession {
        try await prepare(signIn, of: try await account(of: signIn), for: request)
    }

    /// Prepares a session of an account that was checked already, or that is created in the same commit.
    func prepare(
        _ signIn: SessionRequest,
        of account: Account,
        for request: GrantContext
    ) async throws(OAuthError) -> PreparedSession {
        let session = try session(signIn, for: request)
        let tokens = try await TokenIssuer(core: core).issueTokens(
            of: session,
            account: account,
            scopes: session.scopes,
            nonce: signIn.nonce,
            for: request
        )
        let audit = core.audit(
            .sessionStarted,
            request.context,
            account: account.id,
            client: request.client.id,
            session: session.id
        )
        return PreparedSession(id: session.id, tokens: tokens, changes: [.session(.insert(session)), audit])
    }

    /// Returns the account if it may be signed in to.
    ///
    /// A sign-out or password change after the authorization revokes it.
    private func account(of signIn: SessionRequest) async throws(OAuthError) -> Account {
        let account = try await core.account(signIn.accountID)
        guard let account, !account.isDisabled else {
            throw OAuthError(.invalidGrant, "The account was deleted or is disabled.")
        }
        if let id = signIn.browserSessionID {
            let browser = try await core.browserSession(id)
            guard let browser, browser.endedAt == nil else {
                throw OAuthError(.invalidGrant, "The session has ended.")
            }
        }
        return account
    }

    /// Returns the lifetime of a session without refresh tokens if the client's other sessions have them.
    private func lifetimeWithoutRefresh(_ request: GrantContext) -> TimeInterval? {
        request.client.grantTypes.contains(.refreshToken) ? core.settings.lifetimes.refreshAbsolute : nil
    }

    private func session(_ signIn: SessionRequest, for request: GrantContext) throws(OAuthError) -> Session {
        let isOffline =
            signIn.scopes.contains(.offlineAccess) && request.client.grantTypes.contains(.refreshToken)
        let expiry =
            request.wireProtocol == .kii && !isOffline
            ? try request.kiiTokenExpiration(lifetimeWithoutRefresh: lifetimeWithoutRefresh(request))
            : core.settings.lifetimes.expiry(ofSessionFrom: request.now, isOffline: isOffline, usedAt: request.now)
        return Session(
            id: core.newID(),
            accountID: signIn.accountID,
            clientID: request.client.id,
            browserSessionID: signIn.browserSessionID,
            isOnOtherDevice: signIn.isOnOtherDevice,
            scopes: isOffline ? signIn.scopes : signIn.scopes.subtracting([.offlineAccess]),
            isOffline: isOffline,
            salt: core.environment.random.bytes(32),
            authenticatedAt: signIn.authenticatedAt,
            methods: signIn.methods,
            claims: signIn.claims,
            createdAt: request.now,
            expiresAt: expiry
        )
    }
}

/// A user's authorization of a client, from a redeemed code or another grant.
struct SessionRequest: Sendable {
    let accountID: Account.ID
    let browserSessionID: BrowserSession.ID?
    /// Whether the user authorized the client in a browser on another device.
    let isOnOtherDevice: Bool
    let scopes: ScopeSet
    let authenticatedAt: Date
    let methods: [AMR]
    var nonce: String?
    /// The `claims` parameter of the request, as stored.
    var claims: JSONValue?

    init(_ code: AuthorizationCode) {
        accountID = code.accountID
        browserSessionID = code.browserSessionID
        isOnOtherDevice = false
        scopes = code.scopes
        authenticatedAt = code.authenticatedAt
        methods = code.methods
        nonce = code.nonce
        claims = code.claims
    }

    /// The authorization of a user who signed in or registered in a Kii app.
    init(_ account: Account.ID, scopes: ScopeSet, methods: [AMR], at date: Date) {
        accountID = account
        browserSessionID = nil
        isOnOtherDevice = false
        self.scopes = scopes
        authenticatedAt = date
        self.methods = methods
    }

    /// The authorization of an approved device; `nil` for other decisions.
    init?(_ decision: DeviceAuthorization.Decision) {
        guard case .approved(let account, let browserSession, let scopes, let date, let methods) = decision else {
            return nil
        }
        accountID = account
        browserSessionID = browserSession
        isOnOtherDevice = true
        self.scopes = scopes
        authenticatedAt = date
        self.methods = methods
    }

    /// The authorization of a user who signed in with a native app, which needs no consent.
    init(_ user: AuthenticatedUser, scopes: ScopeSet, claims: ClaimsRequest?) {
        accountID = user.accountID
        browserSessionID = user.browserSessionID
        isOnOtherDevice = false
        self.scopes = scopes
        authenticatedAt = user.authenticatedAt
        methods = user.methods
        self.claims = claims.map { .string($0.encoded) }
    }
}

/// A session that starts when its changes are committed.
struct PreparedSession: Sendable {
    let id: Session.ID
    let tokens: IssuedTokens
    let changes: [Change]
}

extension Session {
    /// Returns whether the session has neither ended nor expired.
    package func isAlive(at now: Date) -> Bool { endedAt == nil && now < expiresAt }

    /// Whether the user signed in on the client's own screens, without a browser and a consent page.
    var isNativeSession: Bool { browserSessionID == nil && !isOnOtherDevice }

    /// The authentication context class of the sign-in.
    var acr: ACR { methods.contains(.multiFactor) ? .multiFactor : .singleFactor }
}

extension Lifetimes {
    /// Returns the expiration of a session that is not used again: with refresh tokens the idle timeout, up to the
    /// absolute one; otherwise the expiration of the access token.
    func expiry(ofSessionFrom createdAt: Date, isOffline: Bool, usedAt now: Date) -> Date {
        guard isOffline else { return now.addingTimeInterval(accessToken) }
        return min(now.addingTimeInterval(refreshIdle), createdAt.addingTimeInterval(refreshAbsolute))
    }
}
