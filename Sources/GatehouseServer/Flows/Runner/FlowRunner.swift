import Foundation
package import GatehouseStore

/// Decides on the input to a step of a flow.
protocol FlowHandling: Sendable {
    /// Returns the transition to the next step, with all of its effects.
    func transition(for input: FlowInput, in request: FlowContext) async throws(FlowError) -> Transition
}

/// Runs flows for all channels, as one state machine.
///
/// A channel (hosted pages or a protocol adapter) starts a flow, shows its step and submits the user's input. The
/// runner loads the flow, gets the next step from the handler, and commits it together with all of its effects.
package struct FlowRunner: Sendable {
    /// The number of attempts when other requests change the same records.
    private static let attempts = 64

    let repository: FlowRepository
    let environment: ServerEnvironment
    let attemptLimiter: AttemptLimiter
    let handler: any FlowHandling

    /// Starts a flow at a step.
    package func start(
        _ purpose: FlowPurpose,
        client: Client,
        at step: FlowStep,
        language: Language,
        browser: BrowserContext
    ) async throws(FlowError) -> Flow {
        try await repository.insert(
            FlowState(purpose: purpose, browser: browser.bindingHash, language: language, step: step),
            client: client
        )
    }

    /// Starts a flow at the step of a transition, with its changes.
    func start(_ start: FlowStart, with transition: Transition) async throws(FlowError) -> Flow {
        let state = FlowState(
            purpose: start.purpose,
            browser: start.browser.bindingHash,
            language: start.language,
            step: transition.step
        )
        let (insertion, flow) = try repository.create(state, client: start.client)
        try await commit([ConditionalWrite(insertion)] + transition.changes)
        return flow
    }

    /// Commits all writes of a decision that no flow is stored for yet, or none.
    func commit(_ writes: [ConditionalWrite]) async throws(FlowError) {
        guard try await commit(writes, compensation: []) else { throw .overloaded(retryAfter: 1) }
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
        try await run(id, input, binding: .browser(browser, step: number), language: language, context: context)
    }

    /// Submits an input with the credential for a flow.
    func run(
        _ id: FlowRecord.ID,
        _ input: FlowInput,
        binding: FlowBinding,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> FlowProgress {
        // Re-reads on each attempt: a concurrent request may have advanced the flow.
        var pendingCompensation: [Change] = []
        let progress = try await ConditionalWrite.retrying(attempts: Self.attempts) {
            () throws(FlowError) -> FlowProgress? in
            let (record, flow) = try await repository.read(id)
            guard binding.matches(flow.state) else { throw .gone }
            // If the flow has advanced in the meantime, its quota is not released: the work was done.
            let isRetry = try binding.isRetry(input, at: flow.state)
            if !pendingCompensation.isEmpty { try await repository.commit(pendingCompensation) }
            let request = FlowContext(
                flow: flow,
                language: language,
                browser: binding.browser,
                endpoint: binding.endpoint,
                context: context,
                now: environment.now,
                isRetry: isRetry
            )
            let transition = try await handler.transition(for: input, in: request)
            let next = flow.state.advanced(by: transition)
            guard try await commit(transition, next: next, after: record, now: request.now) else {
                pendingCompensation = transition.compensation
                return nil
            }
            if let error = transition.error { throw error }
            return FlowProgress(
                flow: Flow(id: id, state: next, client: flow.client, expiresAt: flow.expiresAt),
                outcome: transition.outcome,
                browserChange: transition.browserChange
            )
        }
        guard let progress else { throw .overloaded(retryAfter: 1) }
        return progress
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
        return try await commit(
            [ConditionalWrite(.flow(.advance(advanced)))] + transition.changes,
            compensation: transition.compensation
        )
    }

    /// Commits all writes, or none.
    ///
    /// - Returns: `false` if a concurrent request requires another attempt.
    /// - Throws: The error of the write whose condition did not hold, after the compensation was committed.
    private func commit(
        _ writes: [ConditionalWrite],
        compensation: [Change]
    ) async throws(FlowError) -> Bool {
        guard let conflict = try await repository.firstConflict(committing: writes) else { return true }
        let action = writes[conflict].onConflict
        if case .retry = action { return false }
        if !compensation.isEmpty { try await repository.commit(compensation) }
        switch action {
        case .gone: throw .gone
        case .stale: throw .stale
        case .limit, .retry: throw FlowError(await attemptLimiter.error(for: writes[conflict]))
        }
    }
}
