import GatehouseStore
import GatehouseWire

/// Routes the input of a step to the flow that it belongs to.
struct FlowRouter: FlowHandling {
    let accounts: FlowAccountLookup
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
    let nativeChallenges: NativeChallengeFlow
    let codes: CodeFactor
    let completion: FlowCompletion

    func transition(for input: FlowInput, in request: FlowContext) async throws(FlowError) -> Transition {
        switch request.purpose {
        case .authorization, .device, .accountPage: return try await browserTransition(for: input, in: request)
        case .native(let intent):
            switch request.endpoint {
            case .flow(intent.flow): return try await nativeTransition(for: input, of: intent, in: request)
            case .token(let grant): return try await redeem(grant, with: input, of: intent, in: request)
            case .flow, nil: throw .notPossible
            }
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
        case (.code(let step), .code(let code)): try await verifyCode(code, of: step, in: request)
        case (.code(let step), .resendCode): try await resendCode(step, in: request)
        case (.additionalFactor(let step), .factor(let proof, let trustsBrowser)):
            try await additionalFactor.submit(proof, trustsBrowser: trustsBrowser, to: step, in: request)
        case (.additionalFactor(let step), .chooseFactor(let name)):
            try await additionalFactor.choose(name, at: step.choice, in: request)
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

    /// Handles input at the flow endpoints of native apps.
    ///
    /// The proof of a sign-in is verified at the token endpoint instead.
    private func nativeTransition(
        for input: FlowInput,
        of intent: NativeFlowRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let step = request.flow.step
        switch (step, input) {
        case (.challenge(let step), .requestChallenge(let accepted)):
            return try await nativeChallenges.challenge(step, accepting: accepted, of: intent, in: request)
        case (.code(let step), .requestChallenge(let accepted)):
            try accepted.require(.code)
            return try await resendCode(step, in: request)
        case (.password, .requestChallenge(let accepted)), (.choosePassword, .requestChallenge(let accepted)):
            try accepted.require(.password)
            return Transition(step: step)
        case (.code(let step), .code(let code)) where intent.flow != .signIn:
            return try await verifyCode(code, of: step, in: request)
        // Attributes take effect when the address is verified; until then they are stored with the code.
        case (.code(let step), .partialAttributes(let given)) where intent.flow == .signUp:
            return Transition(
                step: .code(
                    step.adding(
                        try FlowError.wrappingAttributes(
                            try AttributeForm(request.client.attributes).check(given: given)
                        )
                    )
                )
            )
        case (.choosePassword(let step), .password(let text)):
            return try await signUp.choosePassword(text, at: step, in: request)
        case (.attributes(let step), .partialAttributes(let given)):
            return try await signUp.submitPartialAttributes(given, to: step, in: request)
        case (.newPassword(let step), .newPassword(let text)):
            return try await recovery.changePassword(to: text, at: step, in: request)
        case (.changed(let granted), .awaitCompletion): return Transition(step: .granted(granted))
        case (.granted, .awaitCompletion) where intent.flow == .reset: return Transition(step: step)
        default: throw .notPossible
        }
    }

    /// Verifies the proof of a native sign-in, or uses that of a sign-up or recovery, and issues tokens.
    private func redeem(
        _ grant: NativeTokenRequest,
        with input: FlowInput,
        of intent: NativeFlowRequest,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let proven: Transition =
            switch (request.flow.step, input) {
            case (.code(let step), .code(let code)) where intent.flow == .signIn:
                try await verifyCode(code, of: step, in: request)
            case (.password(let step), .password(let text)):
                try await signIn.verifyPassword(text, at: step, in: request)
            case (.granted(let granted), .redeem): try await completion.native.confirm(granted)
            default: throw .notPossible
            }
        return try await completion.native.redeem(grant, after: proven, in: request)
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
        }
    }

    private func verifyCode(
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

    private func resendCode(_ step: CodeChallengeStep, in request: FlowContext) async throws(FlowError) -> Transition {
        let resent = try await FlowError.wrapping(
            async: await codes.resend(step, isRetry: request.isRetry, in: request.code)
        )
        switch resent {
        case .sent(let code): return Transition(code)
        case .tooSoon(let seconds): throw .resendTooSoon(seconds: seconds)
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
