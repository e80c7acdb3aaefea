package import Foundation
package import GatehouseStore
import GatehouseWire

/// Creates accounts together with their first session.
package struct SignedInRegistration: Sendable {
    let registrar: AccountRegistrar
    let sessions: SessionCreator
    /// The protocol that the access tokens are issued for.
    let wireProtocol: WireProtocol

    private var core: ServerCore { sessions.core }

    /// Creates an account and its session in one commit.
    ///
    /// An account without identifiers gets no refresh token: it cannot be recovered after its tokens are lost. The
    /// access token expires at `expiresAt`, or after the maximum lifetime if that is `nil`.
    package func register(
        _ new: NewAccount,
        expiresAt: Date?,
        _ call: AccountRequest
    ) async throws(AccountError) -> (account: Account, tokens: IssuedTokens) {
        var tokens: IssuedTokens?
        let account = try await registrar.register(new, call) { account throws(AccountError) in
            let started = try await start(account, expiresAt: expiresAt, call)
            tokens = started.tokens
            return started.changes
        }
        guard let tokens else { throw .failed }
        return (account, tokens)
    }

    private func start(
        _ account: Account,
        expiresAt: Date?,
        _ call: AccountRequest
    ) async throws(AccountError) -> PreparedSession {
        let methods: [AMR] = account.hasNoCredentials ? [] : [.password]
        let lasting: ScopeSet = [.offlineAccess]
        let scopes = account.passwordHash == nil ? call.client.scopes.subtracting(lasting) : call.client.scopes
        do throws(OAuthError) {
            let request = GrantContext(
                client: call.client,
                audience: try ResourcePolicy(issuer: core.settings.issuer).audience(for: []),
                wireProtocol: wireProtocol,
                expiresAt: expiresAt,
                context: call.context,
                now: core.now
            )
            let signIn = SessionRequest(account.id, scopes: scopes, methods: methods, at: core.now)
            return try await sessions.prepare(signIn, of: account, for: request)
        } catch {
            throw error.code == .invalidRequest ? .expirationRejected : AccountError(core.serviceFailure(error))
        }
    }
}
