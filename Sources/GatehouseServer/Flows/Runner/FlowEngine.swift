import Foundation
package import GatehouseStore
import GatehouseWire

/// Runs sign-up, sign-in, recovery and consent flows for all channels, as one state machine.
///
/// A channel (hosted pages or a protocol adapter) starts a flow, shows its step and submits the user's input. The
/// engine decides on the next step and commits it together with all of its effects.
package struct FlowEngine: Sendable {
    let core: ServerCore
    let passwordVerifier: PasswordVerifier
    let attemptLimiter: AttemptLimiter
    let outbox: MessageOutbox

    package init(core: ServerCore, outbox: MessageOutbox) {
        self.core = core
        self.outbox = outbox
        passwordVerifier = PasswordVerifier(core: core)
        attemptLimiter = AttemptLimiter(core: core)
    }

    /// Starts a flow at a step.
    package func begin(
        _ purpose: FlowPurpose,
        client: Client,
        at step: FlowStep,
        language: Language,
        browser: BrowserContext
    ) async throws(FlowError) -> Flow {
        try await begin(
            FlowState(purpose: purpose, browser: browser.bindingHash, language: language, step: step),
            client: client
        )
    }

    func begin(_ state: FlowState, client: Client) async throws(FlowError) -> Flow {
        let now = core.now
        let record = FlowRecord(
            id: core.newID(),
            state: try state.encoded(),
            createdAt: now,
            expiresAt: now.addingTimeInterval(core.settings.lifetimes.flow)
        )
        try await core.commit([.flow(.insert(record))])
        return Flow(id: record.id, state: state, client: client, expiresAt: record.expiresAt)
    }

    /// Returns the flow if it was started in this browser.
    ///
    /// - Throws: ``FlowError/gone`` for other browsers and unknown identifiers alike.
    package func load(
        _ id: FlowRecord.ID,
        browser: BrowserContext
    ) async throws(FlowError) -> Flow {
        let found = try await read(id)
        guard FlowBinding.browser(browser, step: 0).matches(found.flow.state) else { throw .gone }
        return found.flow
    }

    /// Submits the user's input to step `number`.
    package func submit(
        _ input: FlowInput,
        to id: FlowRecord.ID,
        step number: Int,
        language: Language,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(FlowError) -> FlowProgress {
        try await advance(
            id,
            by: input,
            of: .browser(browser, step: number),
            language: language,
            context: context
        )
    }

    /// Submits an input with the credential for a flow.
    func advance(
        _ id: FlowRecord.ID,
        by input: FlowInput,
        of binding: FlowBinding,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> FlowProgress {
        // Re-reads on each attempt: a concurrent request may have advanced the flow.
        var pendingCompensation: [Change] = []
        for _ in 0..<64 {
            let (record, flow) = try await read(id)
            guard binding.matches(flow.state) else { throw .gone }
            // If the flow has advanced in the meantime, its quota is not released: the work was done.
            let isRetry = try binding.isRetry(input, at: flow.state)
            if !pendingCompensation.isEmpty { try await core.commit(pendingCompensation) }
            let request = FlowContext(
                flow: flow,
                language: language,
                browser: binding.browser,
                endpoint: binding.endpoint,
                context: context,
                now: core.now,
                isRetry: isRetry
            )
            let transition = try await decide(input, request)
            let next = flow.state.advanced(to: transition.step, abandoning: transition.abandonedCode)
            if try await commit(transition, next: next, after: record, now: request.now) {
                if let error = transition.error { throw error }
                return FlowProgress(
                    flow: Flow(
                        id: id,
                        state: next,
                        client: flow.client,
                        expiresAt: flow.expiresAt
                    ),
                    outcome: transition.outcome,
                    browserSessionSecret: transition.browserSessionSecret
                )
            }
            pendingCompensation = transition.compensation
        }
        throw .overloaded(retryAfter: 1)
    }

    private func decide(_ input: FlowInput, _ request: FlowContext) async throws(FlowError) -> Transition {
        if case .native(let intent) = request.purpose { return try await decide(input, intent, request) }
        if case .address(let intent) = request.purpose { return try await decide(proof: input, intent, request) }
        return switch (request.flow.step, input) {
        case (_, .cancel): deny(request)
        case (.identify, .signInByCode(let email)):
            try await sendCodeUnlessPending(try Self.address(email), for: .signIn, request)
        case (.identify, .signInByPassword(let email)):
            Transition(step: .password(PasswordStep(email: try Self.address(email))))
        case (.identify, .signUp(let email, let password)):
            try await signUp(email: try Self.address(email), password: password, request)
        case (.identify, .reset(let email)):
            try await sendCodeUnlessPending(try Self.address(email), for: .reset, request)
        case (.chooseAccount(let step), .continueWithCurrentAccount):
            try await continueWithCurrentAccount(step, request)
        case (.password(let step), .password(let password)): try await checkPassword(password, step, request)
        case (.password(let step), .signInByCode): try await sendCodeUnlessPending(step.email, for: .signIn, request)
        case (.password(let step), .reset): try await sendCodeUnlessPending(step.email, for: .reset, request)
        case (.code(let step), .code(let code)): try await verifyCode(code, step, request)
        case (.code(let step), .resendCode): try await resendCode(step, request)
        case (.code(let step), .signInByPassword) where step.use == .signIn:
            Transition(step: .password(PasswordStep(email: step.email)), abandonedCode: step)
        case (.newPassword(let step), .newPassword(let password)): try await changePassword(to: password, step, request)
        case (.attributes(let step), .attributes(let typed)): try await submitAttributes(typed, step, request)
        case (.consent(let step), .consent(let agrees, let ticked)):
            try await submitConsent(agrees, ticked: ticked, step, request)
        case (.code(let step), .show(let mode, _)):
            Transition(step: .identify(IdentifyStep(mode: mode, email: step.email)), abandonedCode: step)
        case (.identify(let step), .show(let mode, let typed)):
            Transition(step: .identify(IdentifyStep(mode: mode, email: Self.draft(typed) ?? step.email)))
        case (.password, .show(let mode, _)), (.consent, .show(let mode, _)), (.chooseAccount, .show(let mode, _)):
            Transition(step: .identify(IdentifyStep(mode: mode, email: request.flow.step.email)))
        default: throw .notPossible
        }
    }

    /// Returns the text entered so far to prefill a form, unless it is too long for an address.
    private static func draft(_ typed: String?) -> String? {
        typed.flatMap { $0.isEmpty || $0.utf8.count > 254 ? nil : $0 }
    }

    /// - Returns: `false` if a concurrent request requires another attempt.
    private func commit(
        _ transition: Transition,
        next: FlowState,
        after record: FlowRecord,
        now: Date
    ) async throws(FlowError) -> Bool {
        var advanced = record
        advanced.revision += 1
        advanced.state = try next.encoded()
        if next.step.isFinished { advanced.finishedAt = now }
        let changes = [ConditionalWrite(.flow(.advance(advanced)))] + transition.changes
        do {
            try await core.store.commit(changes.map(\.change))
            return true
        } catch .conflict(let index) {
            let action = changes[index].onConflict
            if case .retry = action { return false }
            if !transition.compensation.isEmpty { try await core.commit(transition.compensation) }
            if case .fail(let error) = action { throw error }
            throw FlowError(await attemptLimiter.error(for: changes[index]))
        } catch {
            throw core.flowError(error)
        }
    }

    func read(
        _ id: FlowRecord.ID
    ) async throws(FlowError) -> (record: FlowRecord, flow: Flow) {
        let record: FlowRecord?
        do { record = try await core.store.flow(id) } catch { throw core.flowError(error) }
        guard let record, record.finishedAt == nil, record.expiresAt > core.now else { throw .gone }
        let state: FlowState
        do { state = try FlowState.decode(record.state) } catch {
            // Omits the decoder's error, which may quote user input.
            throw core.flowError(StoreError.corrupt("the state of flow \(id)"))
        }
        let client: Client?
        do { client = try await core.servedClient(state.purpose.clientID) } catch { throw core.flowError(error) }
        guard let client else { throw .gone }
        return (record, Flow(id: id, state: state, client: client, expiresAt: record.expiresAt))
    }

    static func address(_ text: String) throws(FlowError) -> String {
        guard let address = EmailAddress(text) else { throw .invalidEmail }
        return address.normalized
    }
}
