import Foundation
import GatehouseStore
import GatehouseWire

/// Turns a sign-in into a session with its first tokens.
struct SessionStarter: Sendable {
    let core: ServerCore

    /// Starts a session in the same commit that spends what the client gave for it.
    ///
    /// The tokens are made before the commit: a server that cannot sign has spent nothing.
    ///
    /// - Parameters:
    ///   - signIn: What the person has allowed.
    ///   - request: The client and its surroundings.
    ///   - spend: The single-use change that pays for the session.
    /// - Returns: The tokens; `nil` when somebody else has spent it.
    /// - Throws: `invalid_grant` when the person's account is gone or shut out, or the sign-in was ended since.
    func start(
        _ signIn: SignIn,
        for request: GrantRequest,
        spending spend: (Session.ID) -> Change
    ) async throws(OAuthError) -> GrantedTokens? {
        let started = try await prepare(signIn, for: request)
        switch try await core.conflict(committing: [spend(started.id)] + started.changes) {
        case nil: return started.tokens
        case 0: return nil
        default:
            throw OAuthError(
                .invalidGrant,
                "The person has signed out since, or the account or the client does not exist any more."
            )
        }
    }

    /// Makes a session with its tokens, which are good once its changes are committed.
    ///
    /// - Parameters:
    ///   - signIn: What the person has allowed.
    ///   - request: The client and its surroundings.
    /// - Returns: The session with what has to be committed for it.
    /// - Throws: `invalid_grant` when the person's account is gone or shut out, or the sign-in was ended since.
    func prepare(
        _ signIn: SignIn,
        for request: GrantRequest
    ) async throws(OAuthError) -> StartedSession {
        try await prepare(signIn, of: try await account(of: signIn), for: request)
    }

    /// The same for an account that is known to be good, or comes into being in the same commit.
    func prepare(
        _ signIn: SignIn,
        of account: Account,
        for request: GrantRequest
    ) async throws(OAuthError) -> StartedSession {
        let session = try session(signIn, for: request)
        let tokens = try await TokenMinter(core: core).tokens(
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
        return StartedSession(id: session.id, tokens: tokens, changes: [.session(.insert(session)), audit])
    }

    /// The account, if it may still be signed in to.
    ///
    /// A sign-out or a new password since the person said yes takes the yes back.
    private func account(of signIn: SignIn) async throws(OAuthError) -> Account {
        let account = try await core.account(signIn.accountID)
        guard let account, !account.isDisabled else {
            throw OAuthError(.invalidGrant, "The account does not exist any more or is disabled.")
        }
        if let id = signIn.browserSessionID {
            let browser = try await core.browserSession(id)
            guard let browser, browser.endedAt == nil else {
                throw OAuthError(.invalidGrant, "The person has signed out since.")
            }
        }
        return account
    }

    /// How long a session without refresh tokens lives where the app's other sessions have them.
    private func unrefreshed(_ request: GrantRequest) -> TimeInterval? {
        request.client.grantTypes.contains(.refreshToken) ? core.settings.lifetimes.refreshAbsolute : nil
    }

    private func session(_ signIn: SignIn, for request: GrantRequest) throws(OAuthError) -> Session {
        let isOffline =
            signIn.scopes.contains(.offlineAccess) && request.client.grantTypes.contains(.refreshToken)
        let expiry =
            request.dialect == .kii && !isOffline
            ? try request.kiiExpiry(unrefreshed: unrefreshed(request))
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
