import GatehouseStore
import GatehouseWire

/// Routes the input of a native app to the flow that its step belongs to.
struct NativeFlowRouter: Sendable {
    let challenges: NativeChallengeFlow
    let codeSteps: CodeStepRouter
    let signIn: SignInFlow
    let additionalFactor: AdditionalFactorFlow
    let enrolment: FactorEnrolmentFlow
    let signUp: SignUpFlow
    let recovery: RecoveryFlow
    let completion: NativeCompletion

    func transition(
        for input: FlowInput,
        of intent: NativeFlowRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch request.endpoint {
        // A flow that ends with a code continues at the endpoints of its own protocol only, and reversely.
        case .flow where intent.authorization != nil, .secondFactor where intent.authorization != nil,
            .token where intent.authorization != nil, .interaction where intent.authorization == nil:
            throw .gone
        case .flow(intent.flow): try await flowTransition(for: input, of: intent, in: request)
        case .secondFactor: try await factorTransition(for: input, in: request)
        case .interaction(let issuesCode):
            try await interaction(input, of: intent, issuesCode: issuesCode, in: request)
        case .token(let grant):
            try await completion.redeem(
                grant,
                after: try await proof(input, of: intent, in: request),
                in: request
            )
        case .flow, nil: throw .notPossible
        }
    }

    /// Handles input at the endpoints of a kind of flow.
    private func flowTransition(
        for input: FlowInput,
        of intent: NativeFlowRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let step = request.flow.step
        switch (step, input) {
        case (.challenge(let step), .requestChallenge(let accepted)):
            return try await challenges.challenge(step, accepting: accepted, of: intent, in: request)
        case (.code(let step), .requestChallenge(let accepted)):
            try accepted.require(.code)
            return try await codeSteps.resend(step, in: request)
        case (.password, .requestChallenge(let accepted)), (.choosePassword, .requestChallenge(let accepted)):
            try accepted.require(.password)
            return Transition(step: step)
        case (.code(let step), .code(let code)) where intent.flow != .signIn:
            return try await codeSteps.verify(code, of: step, in: request)
        // Attributes take effect when the address is verified; until then they are stored with the code.
        case (.code(let step), .partialAttributes(let given)) where intent.flow == .signUp:
            let attributes = try FlowError.wrappingAttributes(
                try AttributeForm(request.client.attributes).check(given: given)
            )
            return Transition(step: .code(step.adding(attributes)))
        case (.choosePassword(let step), .password(let text)):
            return try await signUp.choosePassword(text, at: step, in: request)
        case (.attributes(let step), .partialAttributes(let given)):
            return try await signUp.submitPartialAttributes(given, to: step, in: request)
        case (.newPassword(let step), .newPassword(let text)):
            return try await recovery.changePassword(to: text, at: step, in: request)
        case (.changed(let granted), .awaitCompletion): return Transition(step: .granted(granted))
        // The password is changed; the second factor is required at the token endpoint.
        case (.granted, .awaitCompletion) where intent.flow == .reset,
            (.chooseFactor, .awaitCompletion) where intent.flow == .reset,
            (.enrolFactor, .awaitCompletion) where intent.flow == .reset:
            return Transition(step: step)
        default: throw .notPossible
        }
    }

    /// Handles the choice and the enrolment of a second factor.
    private func factorTransition(
        for input: FlowInput,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch (request.flow.step, input) {
        case (.chooseFactor(let step), .chooseFactor(let name)):
            try await additionalFactor.choose(name, at: step, in: request)
        case (.additionalFactor(let step), .chooseFactor(let name)):
            try await additionalFactor.choose(name, instead: step, in: request)
        case (.additionalFactor(let step), .resendCode):
            try await additionalFactor.choose(step.factor, instead: step, in: request)
        case (.enrolFactor(let step), .chooseFactor(let name)):
            try await enrolment.choose(name, at: step, in: request)
        case (.enrolFactor(let step), .chooseAddress(let address, let name)):
            try await enrolment.choose(address: address, as: name, at: step, in: request)
        case (.enrolFactor(let step), .resendCode):
            try await enrolment.resendCode(at: step, in: request)
        case (.enrolFactor(let step), .enrol(let response, let name)):
            try await enrolment.enrol(response, name: name, at: step, in: request)
        case (.recoveryCodes(let step), .proceed): try await enrolment.proceed(from: step, in: request)
        default: throw .notPossible
        }
    }

    /// Verifies the proof of a sign-in, or uses that of a sign-up or recovery.
    private func proof(
        _ input: FlowInput,
        of intent: NativeFlowRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch (request.flow.step, input) {
        case (.code(let step), .code(let code)) where intent.flow == .signIn:
            try await codeSteps.verify(code, of: step, in: request)
        case (.password(let step), .password(let text)):
            try await signIn.verifyPassword(text, at: step, in: request)
        case (.additionalFactor(let step), .factor(let proof, _)):
            try await additionalFactor.submit(proof, to: step, in: request)
        // Older libraries submit the code of a second factor like that of the first one.
        case (.additionalFactor(let step), .code(let code)):
            try await additionalFactor.submit(.string(code), to: step, in: request)
        case (.granted(let granted), .redeem): try await completion.confirm(granted)
        // The proof of the sign-up or recovery does not suffice for tokens.
        case (.chooseFactor, .redeem), (.enrolFactor, .redeem): Transition(step: request.flow.step)
        default: throw .notPossible
        }
    }

    /// Handles any input that the current step accepts.
    private func interaction(
        _ input: FlowInput,
        of intent: NativeFlowRequest,
        issuesCode: Bool,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        var next: Transition =
            switch (request.flow.step, input) {
            case (.identify, .passkey(let response)): try await signIn.signIn(withPasskey: response, in: request)
            case (.code, .code) where intent.flow == .signIn, (.password, .password),
                (.additionalFactor, .factor), (.granted, .redeem):
                try await proof(input, of: intent, in: request)
            case (.additionalFactor, _), (.chooseFactor, _), (.enrolFactor, _), (.recoveryCodes, _):
                try await factorTransition(for: input, in: request)
            default: try await flowTransition(for: input, of: intent, in: request)
            }
        // The password is changed; these apps do not poll for it.
        if case .changed(let granted) = next.step { next.step = .granted(granted) }
        return issuesCode ? completion.authorize(after: next, of: intent, in: request) : next
    }
}
