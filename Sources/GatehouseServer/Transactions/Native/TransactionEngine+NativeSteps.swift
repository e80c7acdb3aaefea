import GatehouseStore
import GatehouseWire

/// The steps of apps with pages of their own.
extension TransactionEngine {
    func decide(
        _ input: TransactionInput,
        _ intent: NativeIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        switch request.endpoint {
        case .flow(intent.flow): try await goOn(input, intent, request)
        case .token(let grant): try await redeem(grant, input, intent, request)
        case .flow, nil: throw .notPossible
        }
    }

    /// A sign-in is not proven here, but where its tokens are given.
    private func goOn(
        _ input: TransactionInput,
        _ intent: NativeIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let step = request.transaction.step
        switch (step, input) {
        case (.challenge(let step), .askChallenge(let accepted)):
            return try await challenge(step, accepted, intent, request)
        case (.code(let step), .askChallenge(let accepted)):
            try accepted.require(.code)
            return try await resendCode(step, request)
        case (.password, .askChallenge(let accepted)), (.choosePassword, .askChallenge(let accepted)):
            try accepted.require(.password)
            return Move(step: step)
        case (.code(let step), .code(let code)) where intent.flow != .signIn:
            return try await checkCode(code, step, request)
        // They count once the address is proven; until then they wait with the code.
        case (.code(let step), .someAttributes(let given)) where intent.flow == .signUp:
            return Move(step: .code(step.adding(try AttributeForm(request.client.attributes).check(given: given))))
        case (.choosePassword(let step), .password(let password)):
            return try await choosePassword(password, step, request)
        case (.attributes(let step), .someAttributes(let given)):
            return try await takeSomeAttributes(given, step, request)
        case (.newPassword(let step), .newPassword(let password)):
            return try await changePassword(to: password, step, request)
        case (.changed(let granted), .awaitCompletion): return Move(step: .granted(granted))
        case (.granted, .awaitCompletion) where intent.flow == .reset: return Move(step: step)
        default: throw .notPossible
        }
    }

    /// Asks for the first proof.
    private func challenge(
        _ step: ChallengeStep,
        _ accepted: NativeChallenges,
        _ intent: NativeIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let needed = try await challenges(of: intent.flow, step.email, request.client)
        try accepted.require(needed)
        switch intent.flow {
        case .signIn where needed == .password: return Move(step: .password(PasswordStep(email: step.email)))
        case .signIn: return try await sendCode(to: step.email, for: .signIn, request)
        case .reset: return try await sendCode(to: step.email, for: .reset, request)
        case .signUp:
            return try await sendCode(
                to: step.email,
                for: .signUp,
                newcomer: step.newcomer,
                counted: step.counted,
                request
            )
        }
    }

    /// A proven address that has no account becomes one once it has a password, where the app wants one, and all that is required.
    func register(
        _ proven: CodeStep.ProvenAddress,
        _ newcomer: Newcomer,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        if newcomer.passwordHash == nil, request.client.native?.method == .password {
            return Move(step: .choosePassword(ChoosePasswordStep(proven: proven, attributes: newcomer.attributes)))
        }
        if let page = AttributeForm(request.client.attributes).firstPage(missingFrom: newcomer.attributes) {
            let subject = AttributesStep.Subject.new(proven, passwordHash: newcomer.passwordHash)
            return Move(
                step: .attributes(AttributesStep(subject: subject, page: page, values: newcomer.attributes))
            )
        }
        return try await createAccount(proven, newcomer, request)
    }

    private func choosePassword(
        _ text: String,
        _ step: ChoosePasswordStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        guard !text.isEmpty else { throw .passwordMissing }
        let personal = Self.personal(step.proven.email, request.client, step.attributes)
        let hash = try await hash(try judge(text, personal: personal))
        return try await register(
            step.proven,
            Newcomer(passwordHash: hash, attributes: step.attributes),
            request
        )
    }

    /// Takes what was given, of whichever page; what is still missing is asked for page by page.
    private func takeSomeAttributes(
        _ given: [String: JSONValue],
        _ step: AttributesStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        guard case .new(let proven, let passwordHash) = step.subject else { throw .notPossible }
        let checked = try AttributeForm(request.client.attributes).check(given: given)
        let values = step.values.merging(checked) { _, new in new }
        return try await register(proven, Newcomer(passwordHash: passwordHash, attributes: values), request)
    }
}
