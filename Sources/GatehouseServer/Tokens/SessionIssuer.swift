import GatehouseStore
import GatehouseWire

/// Starts sessions with their first tokens.
final class SessionIssuer: Sendable {
    private let records: RecordLookup
    private let audit: AuditLog
    private let sessions: SessionCreator
    private let tokens: TokenIssuer

    init(records: RecordLookup, audit: AuditLog, sessions: SessionCreator, tokens: TokenIssuer) {
        self.records = records
        self.audit = audit
        self.sessions = sessions
        self.tokens = tokens
    }

    /// Starts a session in the commit that consumes the client's code.
    ///
    /// Issues the tokens before the commit, so that nothing is consumed if signing fails.
    ///
    /// - Parameters:
    ///   - signIn: The user's authorization.
    ///   - request: The client and the request.
    ///   - redeem: Returns the single-use change that consumes the code.
    /// - Returns: The tokens; `nil` if another request has consumed the code.
    /// - Throws: `invalid_grant` if the account was deleted or disabled, or if the browser session has ended.
    func start(
        _ signIn: SessionRequest,
        for request: GrantContext,
        redeeming redeem: (Session.ID) -> Change
    ) async throws(OAuthError) -> IssuedTokens? {
        let started = try await prepare(signIn, for: request)
        switch try await records.firstConflict(committing: [redeem(started.id)] + started.changes) {
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
        try await prepare(signIn, of: try await sessions.account(of: signIn), for: request)
    }

    /// Prepares a session of an account that was checked already, or that is created in the same commit.
    func prepare(
        _ signIn: SessionRequest,
        of account: Account,
        for request: GrantContext
    ) async throws(OAuthError) -> PreparedSession {
        var lifetimes = sessions.lifetimes
        lifetimes.accessToken = try await tokens.accessTokenLifetime(of: signIn, for: request)
        let session = try sessions.session(
            signIn,
            of: request.client,
            boundTo: request.provenKey?.thumbprint,
            on: request.context.device,
            at: request.now
        ) { () throws(OAuthError) in
            try request.options.format.expirationWithoutRefresh(request, lifetimes)
        }
        let tokens = try await tokens.issueTokens(
            of: session,
            account: account,
            scopes: session.scopes,
            nonce: signIn.nonce,
            for: request
        )
        let event = audit.event(
            .sessionStarted,
            request.context,
            account: account.id,
            client: request.client.id,
            session: session.id
        )
        let condition = signIn.credentialsRevision.map {
            Change.account(.requireRevision(account.id, credentialsRevision: $0))
        }
        let notice = sessions.logoutNotice(of: session, at: request.client, now: request.now)
        let changes = [.session(.insert(session)), event] + [condition, notice].compactMap(\.self)
        return PreparedSession(id: session.id, tokens: tokens, changes: changes)
    }
}

/// A session that starts when its changes are committed.
struct PreparedSession: Sendable {
    let id: Session.ID
    let tokens: IssuedTokens
    let changes: [Change]
}
