import Foundation
import GatehouseStore
import GatehouseWire

/// The tokens of a native flow.
struct NativeCompletion: Sendable {
    /// The lifetime of an authorization code in seconds.
    let codeLifetime: TimeInterval
    let accounts: FlowAccountLookup
    let sessions: SessionIssuer
    let buckets: AccountBuckets
    let failures: FailureLog

    /// Returns the transition to a step at which the app can redeem the flow.
    ///
    /// After a new password, some protocols let the app poll first; after the second factor of a reset it has done so.
    func grant(
        to user: AuthenticatedUser,
        of account: Account,
        for intent: NativeFlowRequest,
        at step: FlowStep
    ) -> Transition {
        let granted = AuthenticatedStep(user: user, credentialsRevision: account.credentialsRevision)
        if case .newPassword = step, intent.flow == .reset { return Transition(step: .changed(granted)) }
        return Transition(step: .granted(granted))
    }

    /// Confirms that the proof is still valid: a later change of the account's credentials invalidates it.
    func confirm(_ granted: AuthenticatedStep) async throws(FlowError) -> Transition {
        guard let account = try await accounts.account(granted.user.accountID) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.isActive, account.credentialsRevision == granted.credentialsRevision else { throw .gone }
        return Transition(
            step: .granted(granted),
            changes: [
                ConditionalWrite(
                    .account(.requireRevision(account.id, credentialsRevision: account.credentialsRevision))
                )
            ]
        )
    }

    /// Issues an authorization code, without consent: native apps are first-party.
    ///
    /// Returns `proven` unchanged if it does not reach the step at which the app can redeem the flow.
    func authorize(after proven: Transition, of intent: NativeFlowRequest, in request: FlowContext) -> Transition {
        guard proven.error == nil, case .granted(let granted) = proven.step,
            let authorization = intent.authorization
        else { return proven }
        let code = buckets.newSecret(of: granted.user.accountID)
        let requested = authorization.scopes.isEmpty ? request.client.scopes : authorization.scopes
        let record = AuthorizationCode(
            id: AuthorizationCode.ID(code.hash),
            clientID: request.client.id,
            accountID: granted.user.accountID,
            browserSessionID: granted.user.browserSessionID,
            credentialsRevision: granted.credentialsRevision,
            redirectURI: nil,
            scopes: requested.intersection(request.client.scopes),
            resources: authorization.resources ?? [],
            keyThumbprint: authorization.keyThumbprint,
            nonce: authorization.nonce,
            codeChallenge: authorization.codeChallenge?.rawValue,
            codeChallengeMethod: authorization.codeChallenge?.method,
            authentication: granted.user.authentication,
            claims: authorization.claims.map { GrantedClaims($0).stored },
            expiresAt: request.now.addingTimeInterval(codeLifetime)
        )
        var transition = proven
        transition.step = .finished
        transition.changes.append(ConditionalWrite(.code(.insert(record))))
        transition.outcome = .code(code.secret)
        return transition
    }

    /// Starts a session with the requested scopes, without consent: native apps are first-party.
    ///
    /// Returns `proven` unchanged if it does not reach the step at which the app can redeem the flow.
    func redeem(
        _ grant: NativeTokenRequest,
        after proven: Transition,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard proven.error == nil, case .granted(let granted) = proven.step else { return proven }
        // The protocol has no proofs (RFC 9449 §5.2).
        guard !request.client.security.requiresDPoP else { throw .notPossible }
        guard granted.user.authentication.reaches(grant.claims) else { throw .additionalFactorRequired }
        let requested = grant.scopes.isEmpty ? request.client.scopes : grant.scopes
        let signIn = SessionRequest(
            granted.user,
            scopes: requested.intersection(request.client.scopes),
            claims: grant.claims
        )
        let started: PreparedSession
        do throws(OAuthError) {
            let tokenRequest = GrantContext(
                client: request.client,
                options: GrantOptions(format: grant.format),
                context: request.context,
                now: request.now
            )
            started = try await sessions.prepare(signIn, for: tokenRequest)
        } catch {
            throw FlowError(failures.record(error))
        }
        var transition = proven
        transition.step = .finished
        transition.changes += started.changes.map { ConditionalWrite($0, onConflict: .gone) }
        transition.outcome = .tokens(started.tokens)
        return transition
    }
}
