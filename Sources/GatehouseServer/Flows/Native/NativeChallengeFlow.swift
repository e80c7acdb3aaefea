import GatehouseStore
import GatehouseWire

/// Starts the first challenge of a native flow.
struct NativeChallengeFlow: Sendable {
    let accounts: FlowAccountLookup
    let codes: CodeFactor
    /// Whether SMS delivery is configured.
    let sendsSMS: Bool

    /// Returns the challenges for an identifier.
    func requiredChallenges(
        of flow: NativeFlowRequest.Flow,
        _ text: String,
        _ client: Client
    ) async throws(FlowError) -> ChallengeTypes {
        guard let native = client.native, native.method == .password else { return .code }
        switch flow {
        case .signUp: return [.code, .password]
        case .reset: return .code
        case .signIn:
            let name = LoginIdentifier(typed: text)
            let acceptsCode = name.kind == .email || name.kind == .phone && sendsSMS
            guard native.disclosesAccounts, acceptsCode else { return .password }
            return try await accounts.account(name)?.passwordHash == nil ? .code : .password
        }
    }

    /// Sends the code, or requests the password.
    func challenge(
        _ step: ChallengeSelectionStep,
        accepting accepted: ChallengeTypes,
        of intent: NativeFlowRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let needed = try await requiredChallenges(of: intent.flow, step.email, request.client)
        try accepted.require(needed)
        switch intent.flow {
        case .signIn where needed == .password: return Transition(step: .password(PasswordStep(email: step.email)))
        case .signIn: return Transition(try await sendCode(to: step, for: .signIn, in: request))
        case .reset: return Transition(try await sendCode(to: step, for: .reset, in: request))
        case .signUp: return Transition(try await sendCode(to: step, for: .signUp, in: request))
        }
    }

    /// Sends a code; only a sign-up has a pending registration and an email that was counted in advance.
    private func sendCode(
        to step: ChallengeSelectionStep,
        for use: CodeChallengeStep.Use,
        in request: FlowContext
    ) async throws(FlowError) -> SentCode {
        try await FlowError.wrapping(
            async: await codes.send(
                to: step.email,
                for: use,
                pendingRegistration: step.pendingRegistration,
                counted: step.counted,
                in: request.code
            )
        )
    }
}
