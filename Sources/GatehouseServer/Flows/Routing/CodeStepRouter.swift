import GatehouseStore

/// Verifies the code of a step, and routes the verified address to the flow that continues.
struct CodeStepRouter: Sendable {
    let accounts: FlowAccountLookup
    let codes: CodeFactor
    let signIn: SignInFlow
    let signUp: SignUpFlow
    let recovery: RecoveryFlow

    func verify(
        _ code: String,
        of step: CodeChallengeStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let result = try await FlowError.wrapping(async: await codes.verify(code, of: step, in: request.code))
        return try await result.transition(from: step, in: request) {
            proven throws(FlowError) in
            try await accept(proven, from: step, in: request)
        }
    }

    /// Continues with a verified address: with an account to sign-in or recovery, without one to sign-up.
    private func accept(
        _ proven: CodeChallengeStep.VerifiedAddress,
        from step: CodeChallengeStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = try await accounts.account(proven.address)
        if let account, account.isDisabled { throw .accountDisabled }
        switch (step.use, account) {
        case (.reset, let account?): return recovery.requestPassword(proven, account)
        case (.signUp, _?) where request.purpose.isNative: return Transition(step: .finished, error: .accountExists)
        case (_, let account?): return try await signIn.signIn(proven, to: account, in: request)
        // The account was deleted after the code was sent.
        case (.reset, nil): throw .gone
        case (.signIn, nil) where request.purpose.isNative: throw .gone
        case (_, nil):
            let pendingRegistration =
                step.pendingRegistration ?? PendingRegistration(passwordHash: nil, attributes: [:])
            return try await signUp.continueSignUp(of: proven, with: pendingRegistration, in: request)
        }
    }

    /// Sends the code again.
    func resend(_ step: CodeChallengeStep, in request: FlowContext) async throws(FlowError) -> Transition {
        let resent = try await FlowError.wrapping(
            async: await codes.resend(step, isRetry: request.isRetry, in: request.code)
        )
        switch resent {
        case .sent(let code): return Transition(code)
        case .tooSoon(let seconds): throw .resendTooSoon(seconds: seconds)
        }
    }
}
