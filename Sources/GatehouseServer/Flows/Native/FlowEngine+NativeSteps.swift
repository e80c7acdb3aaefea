import GatehouseStore
import GatehouseWire

/// The steps of native flows.
extension FlowEngine {
    func decide(
        _ input: FlowInput,
        _ intent: NativeFlowRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch request.endpoint {
        case .flow(intent.flow): try await advanceNativeFlow(input, intent, request)
        case .token(let grant): try await redeem(grant, input, intent, request)
        case .flow, nil: throw .notPossible
        }
    }

    /// Handles input at the flow endpoints.
    ///
    /// The proof of a sign-in is verified at the token endpoint instead.
    private func advanceNativeFlow(
        _ input: FlowInput,
        _ intent: NativeFlowRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let step = request.flow.step
        switch (step, input) {
        case (.challenge(let step), .requestChallenge(let accepted)):
            return try await challenge(step, accepted, intent, request)
        case (.code(let step), .requestChallenge(let accepted)):
            try accepted.require(.code)
            return try await resendCode(step, request)
        case (.password, .requestChallenge(let accepted)), (.choosePassword, .requestChallenge(let accepted)):
            try accepted.require(.password)
            return Transition(step: step)
        case (.code(let step), .code(let code)) where intent.flow != .signIn:
            return try await verifyCode(code, step, request)
        // Attributes take effect when the address is verified; until then they are stored with the code.
        case (.code(let step), .partialAttributes(let given)) where intent.flow == .signUp:
            let checked = try FlowError.wrappingAttributes(
                try AttributeForm(request.client.attributes).check(given: given)
            )
            return Transition(step: .code(step.adding(checked)))
        case (.choosePassword(let step), .password(let password)):
            return try await choosePassword(password, step, request)
        case (.attributes(let step), .partialAttributes(let given)):
            return try await submitPartialAttributes(given, step, request)
        case (.newPassword(let step), .newPassword(let password)):
            return try await changePassword(to: password, step, request)
        case (.changed(let granted), .awaitCompletion): return Transition(step: .granted(granted))
        case (.granted, .awaitCompletion) where intent.flow == .reset: return Transition(step: step)
        default: throw .notPossible
        }
    }

    /// Starts the first challenge.
    private func challenge(
        _ step: ChallengeSelectionStep,
        _ accepted: ChallengeTypes,
        _ intent: NativeFlowRequest,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let needed = try await requiredChallenges(of: intent.flow, step.email, request.client)
        try accepted.require(needed)
        switch intent.flow {
        case .signIn where needed == .password: return Transition(step: .password(PasswordStep(email: step.email)))
        case .signIn: return try await sendCode(to: step.email, for: .signIn, request)
        case .reset: return try await sendCode(to: step.email, for: .reset, request)
        case .signUp:
            return try await sendCode(
                to: step.email,
                for: .signUp,
                pendingRegistration: step.pendingRegistration,
                counted: step.counted,
                request
            )
        }
    }

    /// Creates an account for a verified address, or requests the password or attributes that are still missing.
    func register(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ pendingRegistration: PendingRegistration,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        if pendingRegistration.passwordHash == nil, request.client.native?.method == .password {
            return Transition(
                step: .choosePassword(SetPasswordStep(proven: proven, attributes: pendingRegistration.attributes))
            )
        }
        if let page = AttributeForm(request.client.attributes).firstPage(missingFrom: pendingRegistration.attributes) {
            let subject = AttributesStep.Subject.new(proven, passwordHash: pendingRegistration.passwordHash)
            return Transition(
                step: .attributes(AttributesStep(subject: subject, page: page, values: pendingRegistration.attributes))
            )
        }
        return try await createAccount(proven, pendingRegistration, request)
    }

    private func choosePassword(
        _ text: String,
        _ step: SetPasswordStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard !text.isEmpty else { throw .passwordMissing }
        let contextWords = Self.contextWords(step.proven.email, request.client, step.attributes)
        let hash = try await hash(try validatePassword(text, contextWords: contextWords))
        return try await register(
            step.proven,
            PendingRegistration(passwordHash: hash, attributes: step.attributes),
            request
        )
    }

    /// Accepts attributes of any page; those still missing are requested page by page.
    private func submitPartialAttributes(
        _ given: [String: JSONValue],
        _ step: AttributesStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard case .new(let proven, let passwordHash) = step.subject else { throw .notPossible }
        let checked = try FlowError.wrappingAttributes(
            try AttributeForm(request.client.attributes).check(given: given)
        )
        let values = step.values.merging(checked) { _, new in new }
        return try await register(proven, PendingRegistration(passwordHash: passwordHash, attributes: values), request)
    }
}
