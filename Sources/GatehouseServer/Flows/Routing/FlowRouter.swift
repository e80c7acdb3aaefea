import GatehouseStore
import GatehouseWire

/// Routes the input of a step to the flow that it belongs to.
struct FlowRouter: FlowHandling {
    let chooser: AccountChooser
    let signIn: SignInFlow
    let additionalFactor: AdditionalFactorFlow
    let enrolment: FactorEnrolmentFlow
    let keepAccount: KeepAccountFlow
    let signUp: SignUpFlow
    let recovery: RecoveryFlow
    let addressVerification: AddressVerificationFlow
    let noticeLinks: NoticeLinkFlow
    let attributes: AttributesFlow
    let consent: ConsentFlow
    let native: NativeFlowRouter
    let codeSteps: CodeStepRouter
    let codes: CodeFactor
    let completion: FlowCompletion

    func transition(for input: FlowInput, in request: FlowContext) async throws(FlowError) -> Transition {
        switch request.purpose {
        case .authorization, .device, .accountPage: return try await browserTransition(for: input, in: request)
        case .native(let intent):
            return try await native.transition(for: input, of: intent, in: request)
        case .address(let intent): return try await addressTransition(for: input, of: intent, in: request)
        }
    }

    private func browserTransition(
        for input: FlowInput,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch (request.flow.step, input) {
        case (_, .cancel): completion.deny(in: request)
        case (_, .show(let mode, let typed)): try signIn.show(mode, typed: typed, in: request)
        case (_, .otherAccount): try signIn.showOtherAccounts(in: request)
        case (.identify, .entered(let input, let entry)):
            try await browserTransition(for: input, in: request).setting(entry)
        case (.identify, .signInByCode(let email)):
            try await signIn.sendCode(to: try FlowInput.normalizedEmail(email), in: request)
        case (.identify, .signInByPassword(let email)):
            Transition(step: .password(PasswordStep(email: try FlowInput.normalizedEmail(email))))
        case (.identify, .signUp(let email, let password)):
            try await signUp.start(email: try FlowInput.normalizedEmail(email), password: password, in: request)
        case (.identify, .reset(let email)):
            try await recovery.sendCode(to: try FlowInput.normalizedEmail(email), in: request)
        case (.identify, .passkey(let response)), (.password, .passkey(let response)), (.code, .passkey(let response)):
            try await signIn.signIn(withPasskey: response, in: request)
        case (.chooseAccount(let step), .chooseAccount(let id)):
            try await chooser.choose(id, at: step, in: request)
        case (.password(let step), .password(let text)): try await signIn.verifyPassword(text, at: step, in: request)
        case (.password(let step), .signInByCode): try await signIn.sendCode(to: step.email, in: request)
        case (.password(let step), .reset): try await recovery.sendCode(to: step.email, in: request)
        case (.code(let step), .code(let code)): try await codeSteps.verify(code, of: step, in: request)
        case (.code(let step), .resendCode): try await codeSteps.resend(step, in: request)
        case (.additionalFactor(let step), .factor(let proof, let trustsBrowser)):
            try await additionalFactor.submit(proof, trustsBrowser: trustsBrowser, to: step, in: request)
        case (.additionalFactor(let step), .chooseFactor(let name)):
            try await additionalFactor.choose(name, instead: step, in: request)
        case (.enrolFactor(let step), .chooseFactor(let name)):
            try await enrolment.choose(name, at: step, in: request)
        case (.enrolFactor(let step), .enrol(let response, let name)):
            try await enrolment.enrol(response, name: name, at: step, in: request)
        case (.recoveryCodes(let step), .proceed): try await enrolment.proceed(from: step, in: request)
        case (.offerPasskey(let step), .enrol(let response, _)):
            try await enrolment.acceptOffer(response, at: step, in: request)
        case (.offerPasskey(let step), .proceed): try await enrolment.declineOffer(at: step, in: request)
        case (.keepAccount(let step), .keepAccount): try await keepAccount.keep(step, in: request)
        case (.code(let step), .signInByPassword) where step.use == .signIn:
            Transition(step: .password(PasswordStep(email: step.email)), abandonedCode: step)
        case (.newPassword(let step), .newPassword(let text)):
            try await recovery.changePassword(to: text, at: step, in: request)
        case (.attributes(let step), .attributes(let typed)): try await submitAttributes(typed, to: step, in: request)
        case (.consent(let step), .consent(let agrees, let ticked)):
            try await consent.submit(agrees, ticked: ticked, to: step, in: request)
        default: throw .notPossible
        }
    }

    /// Verifies the code or link of an account request, and continues with the flow that requested it.
    private func addressTransition(
        for input: FlowInput,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard case .code(let step) = request.flow.step, case .proof(let proof, let password) = input else {
            throw .notPossible
        }
        switch proof {
        case .code(let code):
            guard step.attemptsRemaining > 0 else { throw .gone }
            // A wrong code must not disclose that a reset was requested: once that has expired, only the right code
            // gets the error for an expired one.
            if intent.use == .reset, step.expiresAt <= request.now, !codes.matches(code, of: step) { throw .gone }
            let result = try await FlowError.wrapping(async: await codes.verify(code, of: step, in: request.code))
            return try await result.transition(from: step, in: request) { proven throws(FlowError) in
                let proof = AcceptedAddressProof(address: proven, isLink: false, password: password)
                return try await accept(proof, of: intent, in: request)
            }
        case .link(let link):
            guard let proven = codes.verifyLink(link, of: step, at: request.now) else { throw .gone }
            let proof = AcceptedAddressProof(address: proven, isLink: true, password: password)
            var transition = try await accept(proof, of: intent, in: request)
            transition.changes += codes.changesClearingLimits(for: step, claimant: request.purpose.claimant)
            return transition
        }
    }

    private func accept(
        _ proof: AcceptedAddressProof,
        of intent: AccountCodeRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch intent.use {
        case .verify: try await addressVerification.accept(proof, of: intent, in: request)
        case .reset: try await recovery.accept(proof, of: intent, in: request)
        case .secure: try await noticeLinks.secure(proof, of: intent, in: request)
        case .undo: try await noticeLinks.undo(proof, of: intent, in: request)
        case .keepFactors: try await noticeLinks.keepFactors(proof, of: intent, in: request)
        }
    }

    private func submitAttributes(
        _ typed: [String: String],
        to step: AttributesStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch step.subject {
        case .new: try await signUp.submitAttributes(typed, to: step, in: request)
        case .existing(let user): try await attributes.submit(typed, to: step, of: user, in: request)
        }
    }
}
