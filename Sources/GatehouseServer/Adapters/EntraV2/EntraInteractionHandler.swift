import GatehouseStore
package import GatehouseWire

/// The interactions: each request submits one input to a native flow.
package struct EntraInteractionHandler: Sendable {
    let flows: NativeFlows
    let clients: EntraClientPolicy
    let tenants: EntraTenants
    let presenter: EntraInteractionPresenter
    /// The path of the issuer.
    let basePath: String

    /// Processes a request.
    package func handle(
        _ endpoint: EntraInteractionEndpoint,
        request: EntraInteractionRequest,
        _ call: EntraInteractionCall
    ) async throws(EntraInteractionError) -> EntraInteraction {
        let interaction = try await interaction(request, call)
        if let type = interaction.type, type.id(in: interaction.position.flow.id) != interaction.methodID {
            throw interaction.error(.notPossible)
        }
        switch endpoint {
        case .signIn: return try await start(.signIn, interaction)
        case .resetPassword: return try await start(.reset, interaction)
        case .signUp: return try await startSignUp(interaction)
        case .submitAttributes: return try await submitAttributes(interaction)
        case .recover: return try await recover(interaction)
        case .challenge: return try await submit(try challenge(interaction), interaction)
        case .verify: return try await submit(try proof(interaction), interaction)
        case .resend: return try await submit(try resend(interaction), interaction)
        case .enroll, .enrollMethod: return try await submit(try enrolment(interaction), interaction)
        case .activate: return try await submit(try activation(interaction), interaction)
        case .update: return try await update(interaction)
        case .poll: return try await poll(interaction)
        }
    }

    /// Finds the client and the flow of a request.
    private func interaction(
        _ request: EntraInteractionRequest,
        _ call: EntraInteractionCall
    ) async throws(EntraInteractionError) -> EntraFlowCall {
        let (tenant, client): (String, Client)
        guard let token = EntraInteractionToken(request.continuationToken) else { throw .invalidToken }
        do throws(EntraError) {
            tenant = try tenants.resolve(call.tenant)
            client = try await clients.admit(Parameters([.clientID: token.clientID.rawValue]), context: call.context)
        } catch {
            throw EntraInteractionError(error)
        }
        let position: NativeFlowPosition
        do throws(FlowError) { position = try await flows.position(of: token.token, client: client) } catch {
            throw EntraInteractionError(error, client: client, during: nil)
        }
        // A flow of another protocol would end without a code.
        guard position.intent.authorization?.wireProtocol == .entra else { throw .invalidToken }
        return EntraFlowCall(
            request: request,
            call: call,
            client: client,
            token: token.token,
            position: position,
            links: EntraInteractionLinks(tenantPath: "\(basePath)/\(tenant)")
        )
    }

    /// Submits an input, and returns the step that is reached.
    private func submit(
        _ input: FlowInput,
        _ interaction: EntraFlowCall
    ) async throws(EntraInteractionError) -> EntraInteraction {
        try await presenter.interaction(for: try await progress(input, interaction), interaction)
    }

    private func progress(
        _ input: FlowInput,
        token: Secret? = nil,
        _ interaction: EntraFlowCall
    ) async throws(EntraInteractionError) -> NativeFlowProgress {
        do {
            return try await flows.submit(
                input,
                token: token ?? interaction.token,
                at: .interaction(issuesCode: false),
                client: interaction.client,
                language: interaction.call.language,
                context: interaction.call.context
            )
        } catch {
            throw interaction.error(error)
        }
    }

    /// Returns the progress of the flow without an input.
    private func current(_ interaction: EntraFlowCall) async throws(EntraInteractionError) -> NativeFlowProgress {
        do { return try await flows.progress(of: interaction.token, client: interaction.client) } catch {
            throw interaction.error(error)
        }
    }
}

// MARK: Starts

extension EntraInteractionHandler {
    /// Starts the flow that the user has chosen, with the authorization request of the first flow.
    ///
    /// The token of the first flow stays valid, because the user may correct the username.
    private func start(
        _ flow: NativeFlowRequest.Flow,
        _ interaction: EntraFlowCall
    ) async throws(EntraInteractionError) -> EntraInteraction {
        let username = try interaction.request.required(interaction.request.username, .username)
        guard interaction.position.isCurrent, case .identify = interaction.position.step else {
            throw interaction.error(interaction.position.isCurrent ? .notPossible : .stale)
        }
        let started = try await begin(NativeFlowInput(flow: flow, email: username), interaction)
        return try await presenter.interaction(for: started, interaction)
    }

    /// Resets the password of the user whose sign-in is in progress.
    private func recover(_ interaction: EntraFlowCall) async throws(EntraInteractionError) -> EntraInteraction {
        guard interaction.type == .password, interaction.position.intent.flow == .signIn else {
            throw interaction.error(.notPossible)
        }
        guard interaction.position.isCurrent else { throw interaction.error(.stale) }
        let username: String
        switch interaction.position.step {
        case .challenge(let step): username = step.email
        case .password(let step): username = step.email
        default: throw interaction.error(.notPossible)
        }
        let started = try await begin(NativeFlowInput(flow: .reset, email: username), interaction)
        return try await presenter.interaction(for: started, interaction)
    }

    /// Requests the attributes of a new account, also those that the client has collected already.
    private func startSignUp(_ interaction: EntraFlowCall) async throws(EntraInteractionError) -> EntraInteraction {
        guard case .identify = interaction.position.step else { throw interaction.error(.notPossible) }
        let progress: NativeFlowProgress
        if let username = interaction.request.username {
            guard interaction.position.isCurrent else { throw interaction.error(.stale) }
            progress = try await begin(NativeFlowInput(flow: .signUp, email: username), interaction)
        } else {
            progress = try await current(interaction)
        }
        return presenter.registration(at: progress, interaction)
    }

    /// Starts a sign-up with the first attributes and sends the code, or submits those that were missing.
    private func submitAttributes(
        _ interaction: EntraFlowCall
    ) async throws(EntraInteractionError) -> EntraInteraction {
        var given = interaction.request.attributes ?? [:]
        let email = given.removeValue(forKey: EntraAttributeID.email)?.string
        let password = given.removeValue(forKey: EntraAttributeID.password)?.string
        let attributes = EntraAttributes(interaction.client).registeredAttributes(given)
        let known: String?
        switch interaction.position.step {
        case .choosePassword: return try await submit(.password(password ?? ""), interaction)
        case .attributes: return try await submit(.partialAttributes(attributes), interaction)
        case .identify: known = nil
        case .challenge(let step) where interaction.position.intent.flow == .signUp: known = step.email
        default: throw interaction.error(interaction.position.isCurrent ? .notPossible : .stale)
        }
        guard interaction.position.isCurrent else { throw interaction.error(.stale) }
        guard let email = email ?? known else { throw interaction.error(.invalidEmail) }
        let input = NativeFlowInput(flow: .signUp, email: email, password: password, attributes: attributes)
        let started = try await begin(input, interaction)
        let waiting = try await progress(.requestChallenge([.code, .password]), token: started.token, interaction)
        return try await presenter.interaction(for: waiting, interaction)
    }

    /// The input with which a flow starts.
    private struct NativeFlowInput {
        let flow: NativeFlowRequest.Flow
        let email: String
        var password: String?
        var attributes: [String: JSONValue] = [:]
    }

    private func begin(
        _ input: NativeFlowInput,
        _ interaction: EntraFlowCall
    ) async throws(EntraInteractionError) -> NativeFlowProgress {
        do {
            return try await flows.start(
                NativeFlowStart(
                    flow: input.flow,
                    email: input.email,
                    password: input.password,
                    attributes: input.attributes,
                    capabilities: .interactions,
                    authorization: interaction.position.intent.authorization
                ),
                client: interaction.client,
                language: interaction.call.language,
                context: interaction.call.context
            )
        } catch {
            let isUsername = interaction.request.attributes == nil
            throw error == .invalidEmail && isUsername
                ? .invalid(EntraInteractionRequest.CodingKeys.username.rawValue) : interaction.error(error)
        }
    }
}

// MARK: Inputs

extension EntraInteractionHandler {
    /// Returns the input that starts the challenge of a method.
    private func challenge(_ interaction: EntraFlowCall) throws(EntraInteractionError) -> FlowInput {
        switch (interaction.position.step, interaction.type) {
        // The flow checks that the method belongs to the user, and repeats a challenge that was sent.
        case (.challenge, .password?), (.password, .password?): return .requestChallenge(.password)
        case (.challenge(let step), let type?)
        where type == EntraMethodType(LoginIdentifier(typed: step.email).kind): return .requestChallenge(.code)
        case (.code(let step), let type?) where type == EntraMethodType(step.address.kind):
            return .requestChallenge(.code)
        case (.chooseFactor, let type?), (.additionalFactor, let type?):
            guard let factor = type.factor else { throw interaction.error(.notPossible) }
            return .chooseFactor(factor)
        default: throw interaction.error(interaction.position.isCurrent ? .notPossible : .stale)
        }
    }

    /// Returns the code or the password that a method verifies.
    private func proof(_ interaction: EntraFlowCall) throws(EntraInteractionError) -> FlowInput {
        switch (interaction.position.step, interaction.type) {
        case (.password, .password?):
            return .password(try interaction.request.required(interaction.request.password?.reveal(), .password))
        case (.code(let step), let type?) where type == EntraMethodType(step.address.kind):
            return .code(try interaction.code(.otp))
        case (.additionalFactor(let step), let type?) where type.factor == step.factor:
            return .factor(.string(try interaction.code(.otp)))
        default: throw interaction.error(interaction.position.isCurrent ? .notPossible : .stale)
        }
    }

    /// Returns the input that sends a code again.
    private func resend(_ interaction: EntraFlowCall) throws(EntraInteractionError) -> FlowInput {
        switch (interaction.position.step, interaction.type) {
        case (.code(let step), let type?) where type == EntraMethodType(step.address.kind):
            return .requestChallenge(.code)
        case (.additionalFactor(let step), let type?) where type.factor == step.factor: return .resendCode
        case (.enrolFactor(let step), let type?) where type.factor == step.enrolment?.factor:
            guard let code = step.sentCode, let factor = type.factor else { throw interaction.error(.notPossible) }
            return .chooseAddress(code.address.value, as: factor)
        default: throw interaction.error(interaction.position.isCurrent ? .notPossible : .stale)
        }
    }

    /// Returns the address to register; its kind determines the method if the link names none.
    private func enrolment(_ interaction: EntraFlowCall) throws(EntraInteractionError) -> FlowInput {
        let target = try interaction.request.required(interaction.request.target, .target)
        guard let factor = (interaction.type ?? EntraMethodType(typed: target)).factor else {
            throw interaction.error(.notPossible)
        }
        return .chooseAddress(target, as: factor)
    }

    /// Returns the code of a registration.
    private func activation(_ interaction: EntraFlowCall) throws(EntraInteractionError) -> FlowInput {
        guard case .enrolFactor(let step) = interaction.position.step, let type = interaction.type,
            step.sentCode != nil, type.factor == step.enrolment?.factor
        else { throw interaction.error(interaction.position.isCurrent ? .notPossible : .stale) }
        return .enrol(.string(try interaction.code(.code)))
    }

    /// Sets the new password; clients expect to poll for it once.
    private func update(_ interaction: EntraFlowCall) async throws(EntraInteractionError) -> EntraInteraction {
        let password = try interaction.request.required(interaction.request.newPassword?.reveal(), .newPassword)
        let progress = try await progress(.newPassword(password), interaction)
        return presenter.poll(at: progress, interaction)
    }

    /// Confirms that the new password is set, and continues.
    private func poll(_ interaction: EntraFlowCall) async throws(EntraInteractionError) -> EntraInteraction {
        let progress = try await current(interaction)
        guard interaction.position.intent.flow == .reset else { throw interaction.error(.notPossible) }
        switch progress.step {
        case .granted, .chooseFactor, .enrolFactor: return try await presenter.interaction(for: progress, interaction)
        default: throw interaction.error(.notPossible)
        }
    }
}

/// A request of an interaction with its client and flow.
struct EntraFlowCall: Sendable {
    let request: EntraInteractionRequest
    let call: EntraInteractionCall
    let client: Client
    /// The continuation token of the flow.
    let token: Secret
    let position: NativeFlowPosition
    let links: EntraInteractionLinks

    /// The type of the method in the path; `nil` if the endpoint has none.
    var type: EntraMethodType? {
        call.segments[EntraInteractionEndpoint.type].map(EntraMethodType.init(rawValue:))
    }

    /// The identifier of the method in the path.
    var methodID: String? { call.segments[EntraInteractionEndpoint.id] }

    /// Returns the code in the request, which clients send under one of two names.
    func code(_ name: EntraInteractionRequest.CodingKeys) throws(EntraInteractionError) -> String {
        try request.required((request.otp ?? request.code)?.reveal(), name)
    }

    /// Returns the response to a flow error.
    func error(_ error: FlowError) -> EntraInteractionError {
        EntraInteractionError(error, client: client, during: position.step)
    }
}
