import GatehouseStore
import GatehouseWire

/// Creates accounts together with their first session.
package struct SignedInRegistration: Sendable {
    let environment: ServerEnvironment
    let failures: FailureLog
    let registrar: AccountRegistrar
    let sessions: SessionIssuer
    let policy: AuthenticationPolicy

    /// Creates an account and its session in one commit.
    ///
    /// An account without identifiers gets no refresh token: it cannot be recovered after its tokens are lost.
    ///
    /// - Throws: ``AccountError/additionalFactorRequired`` before the password is hashed, and the errors of
    ///   ``AccountRegistrar/register(_:_:)``.
    func register(
        _ new: NewAccount,
        options: GrantOptions,
        _ call: AccountRequest
    ) async throws(AccountError) -> (account: Account, tokens: IssuedTokens) {
        let now = environment.now
        let proven = new.password == nil ? [] : [PasswordVerifier.proven(at: now)]
        let decision = policy.decide(
            Authentication(proven, at: now),
            isNew: true,
            for: .init(),
            demand: policy.demand(at: call.client, isEnrolled: false),
            at: now
        )
        guard case .sufficient(let accepted) = decision else { throw .additionalFactorRequired }
        var tokens: IssuedTokens?
        let account = try await registrar.register(new, call) { account throws(AccountError) in
            let started = try await start(account, with: accepted, options: options, call)
            tokens = started.tokens
            return started.changes
        }
        guard let tokens else { throw .failed }
        return (account, tokens)
    }

    private func start(
        _ account: Account,
        with accepted: AcceptedAuthentication,
        options: GrantOptions,
        _ call: AccountRequest
    ) async throws(AccountError) -> PreparedSession {
        let lasting: ScopeSet = [.offlineAccess]
        let scopes = account.passwordHash == nil ? call.client.scopes.subtracting(lasting) : call.client.scopes
        do throws(OAuthError) {
            let request = GrantContext(
                client: call.client,
                options: options,
                context: call.context,
                now: environment.now
            )
            let signIn = SessionRequest(account.id, scopes: scopes, accepted)
            return try await sessions.prepare(signIn, of: account, for: request)
        } catch {
            throw error.code == .invalidRequest ? .expirationRejected : AccountError(failures.record(error))
        }
    }
}
