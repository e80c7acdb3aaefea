import GatehouseStore
import GatehouseWire

/// Verifies the factor that a sign-in requires in addition to those proven so far, and counts the attempts at it.
struct AdditionalFactorFlow: Sendable {
    let accounts: FlowAccountLookup
    let repository: FlowRepository
    let factors: FactorRegistry
    let attemptLimiter: AttemptLimiter
    let actions: RequiredActions
    let audit: AuditLog

    /// Verifies an input of the user.
    ///
    /// Counts the attempt before the verification, so that concurrent attempts cannot exceed the limit together. A
    /// proof resets the count in the commit that accepts it.
    func submit(
        _ input: JSONValue,
        to step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        // The user may have signed out in another tab.
        if let id = step.browserSessionID, request.browser?.session(withID: id) == nil { return .restartingSignIn }
        guard let factor = factors.additionalFactor(named: step.factor),
            let account = try await accounts.account(step.accountID)
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        guard account.credentialsRevision == step.credentialsRevision else { throw .gone }
        let subject = AttemptLimiter.Subject.factor(step.factor, of: account.id)
        let context = request.context
        try await FlowError.wrapping(async: await attemptLimiter.recordAttempt(at: subject, context: context))
        do throws(FlowError) {
            return try await verify(input, with: factor, of: account, at: step, in: request)
        } catch {
            // Nothing was verified, or the result of the proof is unknown.
            try await repository.commit(attemptLimiter.changesUndoingAttempt(at: subject, context: context))
            throw error
        }
    }

    private func verify(
        _ input: JSONValue,
        with factor: any AdditionalFactor,
        of account: Account,
        at step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let result = try await FlowError.wrapping(
            async: await factor.verify(input, challenge: step.challenge, of: account, request.factor)
        )
        switch result {
        case .malformed: throw .notPossible
        case .rejected(let state, let changes):
            var next = step
            next.challenge = state
            let failed = audit.event(.signInFailed, request, account: account.id, detail: step.factor.rawValue)
            return Transition(
                step: .additionalFactor(next),
                changes: changes + [ConditionalWrite(failed)],
                error: .wrongCredentials
            )
        case .proven(let proven, let changes):
            let subject = AttemptLimiter.Subject.factor(step.factor, of: account.id)
            let condition = Change.account(
                .requireRevision(account.id, credentialsRevision: account.credentialsRevision)
            )
            let cleared =
                [attemptLimiter.changeResettingAttempts(at: subject)]
                + attemptLimiter.changesUndoingAddressAttempt(context: request.context)
            var transition = try await actions.signIn(
                FactorProof(account: account, factors: proven, changes: [condition]),
                after: step.authentication,
                in: request
            )
            transition.changes += changes + cleared.map { ConditionalWrite($0) }
            transition.compensation = attemptLimiter.changesUndoingAttempt(at: subject, context: request.context)
            return transition
        }
    }
}
