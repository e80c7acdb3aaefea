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

    /// Starts the challenge of another factor than the current one.
    func choose(
        _ name: FactorName,
        at step: ChooseFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        let account = try await accounts.account(of: step.signIn)
        return try await actions.requirements.challenge(name, at: step, of: account, in: request)
    }

    /// Verifies an input of the user.
    ///
    /// Counts the attempt before the verification, so that concurrent attempts cannot exceed the limit together. A
    /// proof resets the count in the commit that accepts it.
    func submit(
        _ input: JSONValue,
        trustsBrowser: Bool = false,
        to step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        guard let factor = factors.additionalFactor(named: step.factor) else { throw .gone }
        let account = try await accounts.account(of: step.signIn)
        let subject = AttemptLimiter.Subject.additionalFactors(of: account.id)
        let context = request.context
        try await FlowError.wrapping(async: await attemptLimiter.recordAttempt(at: subject, context: context))
        do throws(FlowError) {
            let holder = try await FlowError.wrapping(
                async: await factors.holder(account, after: step.signIn.authentication)
            )
            let result = try await FlowError.wrapping(
                async: await factor.verify(input, challenge: step.challenge, of: holder, request.factor)
            )
            return try await transition(for: result, of: account, trustsBrowser: trustsBrowser, at: step, in: request)
        } catch {
            // Nothing was verified, or the result of the proof is unknown.
            try await repository.commit(attemptLimiter.changesUndoingAttempt(at: subject, context: context))
            throw error
        }
    }

    private func transition(
        for result: FactorVerification,
        of account: Account,
        trustsBrowser: Bool,
        at step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch result {
        case .malformed: throw .notPossible
        case .rejected(let state, let changes):
            var next = step
            next.challenge = state
            let failed = audit.event(.signInFailed, request, account: account.id, detail: step.factor.rawValue)
            return Transition(
                step: .additionalFactor(next),
                changes: changes + [ConditionalWrite(failed)],
                error: .factorRejected(step.factor)
            )
        case .proven(let proven, let changes):
            let subject = AttemptLimiter.Subject.additionalFactors(of: account.id)
            let condition = Change.account(
                .requireRevision(account.id, credentialsRevision: account.credentialsRevision)
            )
            let uses = Set(proven.map(\.factor)).map { factor in
                Change.account(
                    .recordUse(FactorUse(accountID: account.id, factor: factor, lastUsedAt: request.now))
                )
            }
            let cleared =
                [attemptLimiter.changeResettingAttempts(at: subject)]
                + attemptLimiter.changesUndoingAddressAttempt(context: request.context)
            var transition = try await actions.signIn(
                FactorProof(account: account, factors: proven, changes: [condition] + uses),
                after: step.signIn.authentication,
                trustsBrowser: trustsBrowser,
                in: request
            )
            transition.changes += changes + cleared.map { ConditionalWrite($0) }
            transition.compensation = attemptLimiter.changesUndoingAttempt(at: subject, context: request.context)
            return transition
        }
    }
}

extension FlowContext {
    /// Returns whether the browser session that a sign-in started from is still there: the user may have signed out in
    /// another tab.
    func isSignedIn(for signIn: PartialSignIn) -> Bool {
        guard let id = signIn.browserSessionID else { return true }
        return browser?.session(withID: id) != nil
    }
}
