import Foundation
import GatehouseStore
import GatehouseWire

/// The refresh token grant (RFC 6749 §6) with rotation (RFC 9700 §4.14.2).
///
/// The current token rotates the session, unless the client's profile forbids rotation. The previous token returns the
/// current one again as long as the client's ``RefreshRecovery`` allows, so that lost responses and races end no
/// session. An older token indicates a stolen copy and ends the session.
///
/// The tokens of a public client that has proven a key require proofs of that key (RFC 9449 §5).
struct RefreshTokenGrant: TokenEndpointGrant {
    static let isWithoutUser = false

    let services: GrantServices
    /// The presented token, which is not authenticated yet; `nil` if it has no known format.
    let token: RefreshToken?
    let scope: ScopeSet?

    /// All clients may use the grant: refresh tokens rotate, or their client authenticates.
    func checkEligibility(of client: Client) throws(OAuthError) {}

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        guard let token else { throw Self.unknown }
        // Re-reads after a lost race: the token is then the previous one.
        for _ in 0..<3 {
            guard let status = try await services.records.sessionStatus(of: token.sessionID) else { throw Self.unknown }
            let session = status.session
            try await check(token, of: session, request)
            let scopes = try await scopes(of: session, request)
            guard let account = status.account, account.isActive else {
                var error = OAuthError(.invalidGrant, "The account was deleted or is disabled.")
                error.sessionEnd = status.account?.isDisabled == true ? .endedByOperator : .accountDeleted
                throw error
            }
            let isCurrent = token.counter == session.counter
            let next = isCurrent ? renewed(session, for: request) : session
            let tokens = try await services.tokens.issueTokens(
                of: next,
                account: account,
                scopes: scopes,
                nonce: nil,
                for: request
            )
            guard isCurrent else { return tokens }
            let renewal = Change.session(
                .renew(session.id, from: session.counter, to: next.counter, at: request.now, expiresAt: next.expiresAt)
            )
            if try await services.records.firstConflict(committing: [renewal]) == nil { return tokens }
        }
        throw .busy
    }

    private static let unknown = OAuthError(
        .invalidGrant,
        "The refresh token is invalid, expired or revoked."
    )

    /// Returns the error for a session that has ended, with the reason; only for an authentic token of the session.
    private static func ended(_ reason: SessionEndReason?) -> OAuthError {
        var error = unknown
        error.sessionEnd = reason?.reported
        return error
    }

    /// Rejects a token that is not valid, and ends the session of a replayed one.
    private func check(
        _ token: RefreshToken,
        of session: Session,
        _ request: GrantContext
    ) async throws(OAuthError) {
        guard token.isAuthentic(for: session, under: services.masterKey), session.clientID == request.client.id else {
            throw Self.unknown
        }
        guard session.isAlive(at: request.now) else { throw Self.ended(session.endReason) }
        // Before replays are detected: a stolen token alone must not end the session.
        if let error = request.bindingError(session.keyThumbprint) { throw error }
        let status = token.status(
            in: session,
            at: request.now,
            recovery: request.client.refreshRecovery,
            overlap: services.lifetimes.refreshOverlap
        )
        switch status {
        case .valid: return
        case .neverIssued:
            try services.records.requireRestoration(since: session)
            throw Self.unknown
        case .replayed:
            _ = try await services.records.firstConflict(committing: [
                .session(.end(session.id, reason: .refreshReplayed, at: request.now)),
                services.audit.event(
                    .refreshReplayed,
                    request.context,
                    account: session.accountID,
                    client: session.clientID,
                    session: session.id
                ),
            ])
            throw OAuthError(.invalidGrant, "The refresh token is invalid, expired or revoked.")
        }
    }

    /// Returns the scopes of the new tokens: the same or fewer (RFC 6749 §6), without those the client has lost since.
    ///
    /// Scopes that OpenID Connect ignored at the sign-in are ignored again. A native app may request further registered
    /// scopes, because no consent was requested for the first ones either.
    private func scopes(of session: Session, _ request: GrantContext) async throws(OAuthError) -> ScopeSet {
        let client = request.client
        var scopes = scope ?? session.scopes
        switch request.options.excessScopes {
        case .ignored:
            let granted = scopes.intersection(session.scopes)
            scopes = granted.isEmpty ? session.scopes : granted
        case .ignoredIfUnknown where scope != nil:
            let policy = try await services.tokens.resources.policy()
            let registered = client.scopes.union(session.scopes)
            scopes = try ScopePolicy(registered: registered, resources: policy.catalog).known(scopes)
            scopes = try policy.scopes(scopes, of: session.resources)
        case .ignoredIfUnknown, .rejected: break
        }
        let mayExtendScopes = client.native != nil && session.isNativeSession
        guard scopes.isSubset(of: mayExtendScopes ? session.scopes.union(client.scopes) : session.scopes) else {
            throw OAuthError(.invalidScope, "The requested scope exceeds the granted scope.")
        }
        return scopes.intersection(client.scopes)
    }

    /// Returns the session after the refresh, with another refresh token if those of the client rotate.
    private func renewed(_ session: Session, for request: GrantContext) -> Session {
        var next = session
        if request.client.rotatesRefreshTokens { next.counter += 1 }
        next.expiresAt = services.lifetimes.expiry(
            ofSessionFrom: session.createdAt,
            isOffline: session.isOffline,
            usedAt: request.now
        )
        return next
    }
}

extension RefreshTokenGrant {
    init(_ request: RefreshTokenParameters, _ services: GrantServices) {
        self.init(services: services, token: services.formats.refreshToken(request.token), scope: request.scope)
    }
}

extension SessionEndReason {
    /// The reason that clients receive; `nil` for a sign-out or revocation by the client and for suspected theft.
    fileprivate var reported: ReportedSessionEnd? {
        switch self {
        case .signedOut, .revoked, .codeReplayed, .refreshReplayed: nil
        case .credentialsChanged: .credentialsChanged
        case .administrator: .endedByOperator
        case .endedByUser: .endedByUser
        case .consentWithdrawn: .consentWithdrawn
        case .accountDeleted: .accountDeleted
        }
    }
}
