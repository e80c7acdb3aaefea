import GatehouseStore
import GatehouseWire

/// Verifies the factor that a sign-in requires in addition to those proven so far, and counts the attempts at it.
struct AdditionalFactorFlow: Sendable {
    let accounts: FlowAccountLookup
    let factors: FactorRegistry
    let attempts: FactorAttempts
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

    /// Starts the challenge of another factor than the one at `step`, or the same one again.
    ///
    /// The interval between codes applies as to those of the first factor. A user who returns to a factor within it
    /// continues with the code that was sent.
    func choose(
        _ name: FactorName,
        instead step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        let isReturn = name != step.factor
        let code = step.sentCodes.last { $0.additionalFactor == name }
        if let code,
            let seconds = factors.code.waitBeforeResending(
                code,
                isRetry: request.isRetry || isReturn,
                at: request.now
            )
        {
            guard isReturn || request.purpose.isNative else { throw .resendTooSoon(seconds: seconds) }
            return Transition(step: .additionalFactor(try step.returning(to: code)))
        }
        let account = try await accounts.account(of: step.signIn)
        return try await actions.requirements.challenge(
            name,
            at: step.choice,
            instead: step,
            isResent: code != nil,
            of: account,
            in: request
        )
    }

    /// Verifies an input of the user.
    func submit(
        _ input: JSONValue,
        trustsBrowser: Bool = false,
        to step: AdditionalFactorStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard request.isSignedIn(for: step.signIn) else { return .restartingSignIn }
        guard let factor = factors.additionalFactor(named: step.factor) else { throw .gone }
        let account = try await accounts.account(of: step.signIn)
        return try await attempts.count(for: account.id, in: request) { () throws(FlowError) -> Transition in
            let holder = try await FlowError.wrapping(
                async: await factors.holder(account, after: step.signIn.authentication)
            )
            let result = try await FlowError.wrapping(
                async: await factor.verify(input, challenge: step.challenge, of: holder, request.factor)
            )
            return try await transition(for: result, of: account, trustsBrowser: trustsBrowser, at: step, in: request)
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
            let condition = Change.account(
                .requireRevision(account.id, credentialsRevision: account.credentialsRevision)
            )
            let uses = Set(proven.map(\.factor)).map { factor in
                Change.account(
                    .recordUse(FactorUse(accountID: account.id, factor: factor, lastUsedAt: request.now))
                )
            }
            var transition = try await actions.signIn(
                FactorProof(account: account, factors: proven, changes: [condition] + uses),
                after: step.signIn.authentication,
                trustsBrowser: trustsBrowser,
                in: request
            )
            transition.changes += changes
            return attempts.accepting(transition, for: account.id, in: request)
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
