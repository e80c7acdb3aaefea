package import Foundation
package import GatehouseStore
import GatehouseWire

/// Creates the records of sessions.
struct SessionCreator: Sendable {
    let records: RecordLookup
    let environment: ServerEnvironment
    let buckets: AccountBuckets
    let lifetimes: Lifetimes

    /// Returns the account if it may be signed in to.
    ///
    /// A sign-out or password change after the authorization revokes it.
    ///
    /// - Throws: `invalid_grant` if the account was deleted or disabled, or if the browser session has ended.
    func account(of signIn: SessionRequest) async throws(OAuthError) -> Account {
        let account = try await records.account(signIn.accountID)
        guard let account, account.isActive else {
            throw OAuthError(.invalidGrant, "The account was deleted or is disabled.")
        }
        guard signIn.credentialsRevision == nil || signIn.credentialsRevision == account.credentialsRevision else {
            throw OAuthError(.invalidGrant, "The credentials of the account have changed since the sign-in.")
        }
        if let id = signIn.browserSessionID {
            let browser = try await records.browserSession(id)
            guard let browser, browser.endedAt == nil else {
                throw OAuthError(.invalidGrant, "The session has ended.")
            }
        }
        return account
    }

    /// Returns the change that inserts the logout notice of a session; `nil` for a client without an endpoint for
    /// logout tokens, and for a session without ID tokens.
    func logoutNotice(of session: Session, at client: Client, now: Date) -> Change? {
        guard client.backChannelLogout != nil, session.scopes.contains(.openid) else { return nil }
        let end = max(session.expiresAt, now.addingTimeInterval(lifetimes.browserSession))
        return .logoutNotice(.insert(LogoutNotice(of: session, expiresAt: end)))
    }

    /// Returns a new session, with refresh tokens if user and client have agreed on them.
    ///
    /// The refresh tokens of a public client are bound to its key (RFC 9449 §5): those of a confidential client are
    /// bound to its authentication, and it may change its key.
    func session(
        _ signIn: SessionRequest,
        of client: Client,
        boundTo keyThumbprint: String?,
        on device: DeviceDescription,
        at now: Date,
        expirationWithoutRefresh: () throws(OAuthError) -> Date
    ) throws(OAuthError) -> Session {
        let isOffline = signIn.scopes.contains(.offlineAccess) && client.grantTypes.contains(.refreshToken)
        let expiry =
            isOffline
            ? lifetimes.expiry(ofSessionFrom: now, isOffline: true, usedAt: now)
            : try expirationWithoutRefresh()
        return Session(
            id: buckets.newSessionID(of: signIn.accountID, startingAt: now),
            accountID: signIn.accountID,
            clientID: client.id,
            browserSessionID: signIn.browserSessionID,
            isOnOtherDevice: signIn.isOnOtherDevice,
            scopes: isOffline ? signIn.scopes : signIn.scopes.subtracting([.offlineAccess]),
            resources: signIn.resources,
            keyThumbprint: isOffline && !client.isConfidential ? keyThumbprint : nil,
            isOffline: isOffline,
            salt: environment.random.bytes(32),
            authentication: signIn.authentication,
            claims: signIn.claims,
            device: device,
            createdAt: now,
            expiresAt: expiry
        )
    }
}

/// A user's authorization of a client, from a redeemed code or another grant.
struct SessionRequest: Sendable {
    let accountID: Account.ID
    let browserSessionID: BrowserSession.ID?
    /// The revision of the account's credentials that the authorization depends on; `nil` for any.
    var credentialsRevision: Int?
    /// Whether the user authorized the client in a browser on another device.
    let isOnOtherDevice: Bool
    let scopes: ScopeSet
    /// The resources that the user authorized the client for, besides the issuer.
    var resources: [Resource.ID] = []
    let authentication: Authentication
    var nonce: String?
    /// The `claims` parameter of the request, as stored.
    var claims: JSONValue?

    init(_ code: AuthorizationCode) {
        self.init(code, scopes: code.scopes, claims: code.claims)
    }

    /// The authorization of a code with other scopes and claims.
    init(_ code: AuthorizationCode, scopes: ScopeSet, claims: JSONValue?) {
        accountID = code.accountID
        browserSessionID = code.browserSessionID
        credentialsRevision = code.credentialsRevision
        isOnOtherDevice = false
        self.scopes = scopes
        resources = code.resources
        authentication = code.authentication
        nonce = code.nonce
        self.claims = claims
    }

    /// The authorization of a user who signed in with a password, or registered, in a first-party app.
    init(_ account: Account.ID, scopes: ScopeSet, _ accepted: AcceptedAuthentication) {
        accountID = account
        browserSessionID = nil
        isOnOtherDevice = false
        self.scopes = scopes
        authentication = accepted.authentication
    }

    /// The authorization of an approved device; `nil` for other decisions.
    init?(_ device: DeviceAuthorization) {
        guard case .approved(let account, let browserSession, let scopes, let authentication) = device.decision else {
            return nil
        }
        accountID = account
        browserSessionID = browserSession
        isOnOtherDevice = true
        self.scopes = scopes
        resources = device.resources
        self.authentication = authentication
    }

    /// The authorization of a user who signed in with a native app, which needs no consent.
    init(_ user: AuthenticatedUser, scopes: ScopeSet, claims: ClaimsRequest?) {
        accountID = user.accountID
        browserSessionID = user.browserSessionID
        isOnOtherDevice = false
        self.scopes = scopes
        authentication = user.authentication
        self.claims = claims.map { .string($0.encoded) }
    }
}

extension Session {
    /// Returns whether the session has neither ended nor expired.
    package func isAlive(at now: Date) -> Bool { endedAt == nil && now < expiresAt }

    /// Whether the user signed in on the client's own screens, without a browser and a consent page.
    var isNativeSession: Bool { browserSessionID == nil && !isOnOtherDevice }
}

extension Lifetimes {
    /// Returns the expiration of a session that is not used again: with refresh tokens the idle timeout, up to the
    /// absolute one; otherwise the expiration of the access token.
    func expiry(ofSessionFrom createdAt: Date, isOffline: Bool, usedAt now: Date) -> Date {
        guard isOffline else { return now.addingTimeInterval(accessToken) }
        return min(now.addingTimeInterval(refreshIdle), createdAt.addingTimeInterval(refreshAbsolute))
    }
}
