import GatehouseStore
import GatehouseWire

/// Creates accounts together with their first session.
package struct SignedInRegistration: Sendable {
    let core: ServerCore
    let registrar: AccountRegistrar
    let sessions: SessionIssuer
    let policy: AuthenticationPolicy

    /// Creates an account and its session in one commit.
    ///
    /// An account without identifiers gets no refresh token: it cannot be recovered after its tokens are lost.
    func register(
        _ new: NewAccount,
        options: GrantOptions,
        _ call: AccountRequest
    ) async throws(AccountError) -> (account: Account, tokens: IssuedTokens) {
        var tokens: IssuedTokens?
        let account = try await registrar.register(new, call) { account throws(AccountError) in
            let started = try await start(account, options: options, call)
            tokens = started.tokens
            return started.changes
        }
        guard let tokens else { throw .failed }
        return (account, tokens)
    }

    private func start(
        _ account: Account,
        options: GrantOptions,
        _ call: AccountRequest
    ) async throws(AccountError) -> PreparedSession {
        let now = core.now
        let proven = account.hasNoCredentials ? [] : [PasswordVerifier.proven(at: now)]
        let authentication = Authentication(proven, at: now)
        guard case .sufficient(let accepted) = policy.decide(authentication, isNew: true, for: .init(), at: now) else {
            throw .failed
        }
        let lasting: ScopeSet = [.offlineAccess]
        let scopes = account.passwordHash == nil ? call.client.scopes.subtracting(lasting) : call.client.scopes
        do throws(OAuthError) {
            let request = GrantContext(
                client: call.client,
                audience: try ResourcePolicy(issuer: core.settings.issuer).audience(for: []),
                options: options,
                context: call.context,
                now: now
            )
            let signIn = SessionRequest(account.id, scopes: scopes, accepted)
            return try await sessions.prepare(signIn, of: account, for: request)
        } catch {
            throw error.code == .invalidRequest ? .expirationRejected : AccountError(core.serviceFailure(error))
        }
    }
}
