import GatehouseStore
import GatehouseWire

/// Registers a user: verifies an address, requests the password and attributes, and creates the account.
struct SignUpFlow: Sendable {
    let accounts: FlowAccountLookup
    let repository: FlowRepository
    let attemptLimiter: AttemptLimiter
    let hasher: NewPasswordHasher<FlowError>
    let codes: CodeFactor
    let actions: RequiredActions
    let audit: AuditLog
    let environment: ServerEnvironment

    /// Starts a sign-up with a normalized address.
    ///
    /// A password is validated and hashed now, and stored until the address is verified.
    ///
    /// Checks the mail quota first: hashing is expensive and the caller anonymous.
    func start(email: String, password: String?, in request: FlowContext) async throws(FlowError) -> Transition {
        guard let text = password, !text.isEmpty else {
            let abandoned = request.flow.state.left
            return Transition(
                try await FlowError.wrapping(
                    async: await codes.sendUnlessPending(
                        to: email,
                        for: .signUp,
                        abandoned: abandoned,
                        in: request.code
                    )
                )
            )
        }
        let contextWords = request.client.passwordContextWords([email])
        let password = try hasher.validate(text, contextWords: contextWords)
        try await FlowError.wrapping(async: await attemptLimiter.reserveMail(to: email, context: request.context))
        let compensation = attemptLimiter.changesReleasingMail(to: email, context: request.context)
        do throws(FlowError) {
            let hash = try await hasher.hash(password)
            var transition = Transition(
                try await FlowError.wrapping(
                    async: await codes.send(
                        to: email,
                        for: .signUp,
                        pendingRegistration: PendingRegistration(passwordHash: hash, attributes: [:]),
                        counted: .all,
                        in: request.code
                    )
                )
            )
            transition.compensation = compensation
            return transition
        } catch {
            try await repository.commit(compensation)
            throw error
        }
    }

    /// Continues a sign-up with a verified address: requests attributes, or creates the account.
    func continueSignUp(
        of proven: CodeChallengeStep.VerifiedAddress,
        with pendingRegistration: PendingRegistration,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        if request.purpose.isNative { return try await register(proven, with: pendingRegistration, in: request) }
        if let page = AttributeForm(request.client.attributes).pages.first {
            let subject = AttributesStep.Subject.new(proven, passwordHash: pendingRegistration.passwordHash)
            return Transition(step: .attributes(AttributesStep(subject: subject, page: page, values: [:])))
        }
        return try await createAccount(for: proven, with: pendingRegistration, in: request)
    }

    /// Accepts a page of attributes of a new account.
    func submitAttributes(
        _ typed: [String: String],
        to step: AttributesStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard case .new(let proven, let passwordHash) = step.subject else { throw .notPossible }
        let (values, next) = try step.submitting(typed, to: AttributeForm(request.client.attributes))
        if let next { return Transition(step: .attributes(next)) }
        let pendingRegistration = PendingRegistration(passwordHash: passwordHash, attributes: values)
        return try await createAccount(for: proven, with: pendingRegistration, in: request)
    }

    /// Accepts attributes of any page from a native app; those still missing are requested page by page.
    func submitPartialAttributes(
        _ given: [String: JSONValue],
        to step: AttributesStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard case .new(let proven, let passwordHash) = step.subject else { throw .notPossible }
        let checked = try FlowError.wrappingAttributes(
            try AttributeForm(request.client.attributes).check(given: given)
        )
        let values = step.values.merging(checked) { _, new in new }
        return try await register(
            proven,
            with: PendingRegistration(passwordHash: passwordHash, attributes: values),
            in: request
        )
    }

    /// Sets the password of a new account in a native app.
    func choosePassword(
        _ text: String,
        at step: SetPasswordStep,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard !text.isEmpty else { throw .passwordMissing }
        let contextWords = request.client.passwordContextWords([step.proven.email], step.attributes)
        let hash = try await hasher.hash(text, contextWords: contextWords)
        return try await register(
            step.proven,
            with: PendingRegistration(passwordHash: hash, attributes: step.attributes),
            in: request
        )
    }

    /// Creates an account for a verified address, or requests the password or attributes that are still missing.
    private func register(
        _ proven: CodeChallengeStep.VerifiedAddress,
        with pendingRegistration: PendingRegistration,
        in request: FlowContext
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
        return try await createAccount(for: proven, with: pendingRegistration, in: request)
    }

    /// Creates the account of a verified address.
    private func createAccount(
        for proven: CodeChallengeStep.VerifiedAddress,
        with pendingRegistration: PendingRegistration,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        // Another flow may have created the account since; then this flow signs in to it.
        if let account = try await accounts.account(proven.address) {
            guard !account.isDisabled else { throw .accountDisabled }
            if request.purpose.isNative { return Transition(step: .finished, error: .accountExists) }
            return try await signIn(proven, to: account, as: .usual, in: request)
        }
        let account = Account(
            id: environment.newID(),
            identifiers: [AccountIdentifier(proven)],
            passwordHash: pendingRegistration.passwordHash,
            attributes: pendingRegistration.attributes,
            createdAt: request.now,
            updatedAt: request.now
        )
        var transition = try await signIn(proven, to: account, as: .registration, in: request)
        // An account that cannot sign in here is not created; the flow ends, because hashing passwords is expensive.
        if let error = transition.error { return Transition(step: .finished, error: error) }
        transition.changes.insert(ConditionalWrite(.account(.insert(account))), at: 0)
        transition.changes.append(ConditionalWrite(audit.event(.accountCreated, request, account: account.id)))
        return transition
    }

    private func signIn(
        _ proven: CodeChallengeStep.VerifiedAddress,
        to account: Account,
        as kind: SignInKind,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let proof = try FlowError.wrapping(try proven.proof(of: account))
        return try await actions.signIn(proof, as: kind, in: request)
    }
}
