import Foundation
import GatehouseStore
import GatehouseWire

/// A refresh token becomes fresh tokens (RFC 6749 §6, rotation as in RFC 9700 §4.14.2).
///
/// The current token rotates the session. The previous token gets the current one again, for as long as the client's
/// ``RefreshRecovery`` allows, so that a lost answer or two racing callers end no session. An older token means that a
/// copy is in use, and ends the session.
struct RefreshTokenGrant: Grant {
    let core: ServerCore
    let token: Secret
    let scope: ScopeSet?
    /// Whether scopes beyond what was granted are passed over, as Login with Amazon does, and not refused.
    var ignoresExcess = false

    /// Every kind of client may use it: tokens of public clients rotate, and so do all others.
    func admit(_ client: Client) throws(OAuthError) {}

    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens {
        guard let token = RefreshToken(token) else { throw Self.unknown }
        // Whoever loses the race for a rotation looks again, and then finds its token one behind.
        for _ in 0..<3 {
            guard let standing = try await core.standing(of: token.sessionID) else { throw Self.unknown }
            let session = standing.session
            try await check(token, of: session, request)
            let scopes = try scopes(of: session, request)
            guard let account = standing.account, !account.isDisabled else {
                throw OAuthError(.invalidGrant, "The account does not exist any more or is disabled.")
            }
            let isCurrent = token.counter == session.counter
            let next = isCurrent ? rotated(session, at: request.now) : session
            let tokens = try await TokenMinter(core: core).tokens(
                of: next,
                account: account,
                scopes: scopes,
                nonce: nil,
                for: request
            )
            guard isCurrent else { return tokens }
            let rotation = Change.session(
                .rotate(session.id, from: session.counter, at: request.now, expiresAt: next.expiresAt)
            )
            if try await core.conflict(committing: [rotation]) == nil { return tokens }
        }
        throw .busy
    }

    private static let unknown = OAuthError(
        .invalidGrant,
        "The refresh token is not one that was issued to this client, or its session is over. The person has to sign in again."
    )

    /// Refuses a token that is not good enough, and ends its session when it is another's.
    private func check(
        _ token: RefreshToken,
        of session: Session,
        _ request: GrantRequest
    ) async throws(OAuthError) {
        guard token.isAuthentic(for: session, under: core.masterKey),
            session.clientID == request.client.id, session.isAlive(at: request.now)
        else { throw Self.unknown }
        let standing = token.standing(
            in: session,
            at: request.now,
            recovery: request.client.refreshRecovery,
            overlap: core.settings.lifetimes.refreshOverlap
        )
        switch standing {
        case .good: return
        case .neverIssued where core.settings.wasRestored(since: session.rotatedAt): throw Self.unknown
        case .neverIssued: throw core.failure(StoreError.setBack)
        case .replayed:
            _ = try await core.conflict(committing: [
                .session(.end(session.id, reason: .refreshReplayed, at: request.now)),
                core.audit(
                    .refreshReplayed,
                    request.context,
                    account: session.accountID,
                    client: session.clientID,
                    session: session.id
                ),
            ])
            throw OAuthError(.invalidGrant, "The refresh token was replaced before. Its session is ended.")
        }
    }

    /// The same scopes or fewer (RFC 6749 §6), and none that the client has lost since.
    ///
    /// Scopes that OpenID Connect ignored at the sign-in are ignored again.
    /// An app that signed the person in itself may ask for more of what it is registered for: nobody was asked about the first either.
    private func scopes(of session: Session, _ request: GrantRequest) throws(OAuthError) -> ScopeSet {
        let client = request.client
        var scopes = scope ?? session.scopes
        if ignoresExcess {
            let granted = scopes.intersection(session.scopes)
            scopes = granted.isEmpty ? session.scopes : granted
        } else if scope != nil, request.dialect == .openID {
            scopes = try ScopePolicy(registered: client.scopes.union(session.scopes)).known(scopes)
        }
        let mayGrow = client.native != nil && session.isOfOwnPages
        guard scopes.isSubset(of: mayGrow ? session.scopes.union(client.scopes) : session.scopes) else {
            throw OAuthError(.invalidScope, "More was asked for than was granted.")
        }
        return scopes.intersection(client.scopes)
    }

    private func rotated(_ session: Session, at now: Date) -> Session {
        var next = session
        next.counter += 1
        next.expiresAt = core.settings.lifetimes.expiry(
            ofSessionFrom: session.createdAt,
            isOffline: session.isOffline,
            usedAt: now
        )
        return next
    }
}
