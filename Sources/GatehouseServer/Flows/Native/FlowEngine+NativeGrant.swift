import GatehouseStore
import GatehouseWire

/// Issues tokens for the proof of a native flow.
extension FlowEngine {
    /// Returns the transition to a step at which the app can redeem the flow.
    func grant(_ user: AuthenticatedUser, _ account: Account, _ intent: NativeFlowRequest) -> Transition {
        let granted = AuthenticatedStep(person: user, credentialsRevision: account.credentialsRevision)
        return Transition(step: intent.flow == .reset ? .changed(granted) : .granted(granted))
    }

    /// Verifies the proof of a sign-in, or uses that of a sign-up or recovery, and starts a session.
    func redeem(
        _ grant: NativeTokenRequest,
        _ input: FlowInput,
        _ intent: NativeFlowRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let proven: Transition =
            switch (request.flow.step, input) {
            case (.code(let step), .code(let code)) where intent.flow == .signIn:
                try await verifyCode(code, step, request)
            case (.password(let step), .password(let password)): try await checkPassword(password, step, request)
            case (.granted(let granted), .redeem): try await confirm(granted)
            default: throw .notPossible
            }
        guard case .granted(let granted) = proven.step else { return proven }
        return try await start(granted.person, grant, after: proven, request)
    }

    /// Confirms that the proof is still valid: a later change of the account's credentials invalidates it.
    private func confirm(_ granted: AuthenticatedStep) async throws(FlowError) -> Transition {
        guard let account = try await account(granted.person.accountID) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.credentialsRevision == granted.credentialsRevision else { throw .gone }
        return Transition(
            step: .granted(granted),
            changes: [
                ConditionalWrite(
                    .account(.requireRevision(account.id, credentialsRevision: account.credentialsRevision))
                )
            ]
        )
    }

    /// Starts a session with the requested scopes, without consent: native apps are first-party.
    private func start(
        _ user: AuthenticatedUser,
        _ grant: NativeTokenRequest,
        after proven: Transition,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let requested = grant.scopes.isEmpty ? request.client.scopes : grant.scopes
        let signIn = SessionRequest(user, scopes: requested.intersection(request.client.scopes), claims: grant.claims)
        let started: PreparedSession
        do throws(OAuthError) {
            let audience = try ResourcePolicy(issuer: core.settings.issuer).audience(for: [])
            let tokenRequest = GrantContext(
                client: request.client,
                audience: audience,
                options: GrantOptions(format: grant.format),
                context: request.context,
                now: request.now
            )
            started = try await SessionIssuer(core: core).prepare(signIn, for: tokenRequest)
        } catch {
            throw core.flowError(error)
        }
        var transition = proven
        transition.step = .finished
        transition.changes += started.changes.map { ConditionalWrite($0, onConflict: .fail(.gone)) }
        transition.outcome = .tokens(started.tokens)
        return transition
    }
}
