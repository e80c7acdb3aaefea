import GatehouseStore
import GatehouseWire

/// From a proof to tokens, where an app asks for them.
extension TransactionEngine {
    /// A person who is known, with an app that may fetch their tokens.
    func grant(_ person: AuthenticatedPerson, _ account: Account, _ intent: NativeIntent) -> Move {
        let granted = GrantedStep(person: person, credentialsRevision: account.credentialsRevision)
        return Move(step: intent.flow == .reset ? .changed(granted) : .granted(granted))
    }

    /// Takes the proof of a sign-in, or what a sign-up or a reset has proven, and starts a session for it.
    func redeem(
        _ grant: NativeGrant,
        _ input: TransactionInput,
        _ intent: NativeIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let proven: Move =
            switch (request.transaction.step, input) {
            case (.code(let step), .code(let code)) where intent.flow == .signIn:
                try await checkCode(code, step, request)
            case (.password(let step), .password(let password)): try await checkPassword(password, step, request)
            case (.granted(let granted), .redeem): try await confirm(granted)
            default: throw .notPossible
            }
        guard case .granted(let granted) = proven.step else { return proven }
        return try await start(granted.person, grant, after: proven, request)
    }

    /// Confirms that the proof is still valid: a later change of the account's credentials invalidates it.
    private func confirm(_ granted: GrantedStep) async throws(TransactionError) -> Move {
        guard let account = try await account(granted.person.accountID) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.credentialsRevision == granted.credentialsRevision else { throw .gone }
        return Move(
            step: .granted(granted),
            changes: [
                Guarded(.account(.unchanged(account.id, credentialsRevision: account.credentialsRevision)))
            ]
        )
    }

    /// The session is granted what was asked for, and nobody is asked about it: the app is the operator's own.
    private func start(
        _ person: AuthenticatedPerson,
        _ grant: NativeGrant,
        after proven: Move,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let asked = grant.scopes.isEmpty ? request.client.scopes : grant.scopes
        let signIn = SignIn(person, scopes: asked.intersection(request.client.scopes), claims: grant.claims)
        let started: StartedSession
        do throws(OAuthError) {
            let audience = try ResourcePolicy(issuer: core.settings.issuer).audience(for: [])
            let tokenRequest = GrantRequest(
                client: request.client,
                audience: audience,
                dialect: grant.dialect,
                context: request.context,
                now: request.now
            )
            started = try await SessionStarter(core: core).prepare(signIn, for: tokenRequest)
        } catch {
            throw core.failed(error)
        }
        var move = proven
        move.step = .finished
        move.changes += started.changes.map { Guarded($0, otherwise: .refuse(.gone)) }
        move.outcome = .tokens(started.tokens)
        return move
    }
}
