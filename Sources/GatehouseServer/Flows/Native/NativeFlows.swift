package import Foundation
package import GatehouseStore
package import GatehouseWire

/// Flows of native apps, bound to a continuation token instead of a browser.
///
/// Unless accounts are disclosed to the client, calls respond alike and do the same work for addresses with and without
/// an account.
package struct NativeFlows: Sendable {
    let runner: FlowRunner
    let prechecks: NativePrechecks
    let challenges: NativeChallengeFlow
    let masterKey: MasterKey
    let environment: ServerEnvironment
    let lifetimes: Lifetimes

    /// Starts a flow, without sending a message.
    ///
    /// - Returns: A flow at ``FlowStep/challenge(_:)``.
    /// - Throws: An error for invalid input, of which nothing is stored.
    package func start(
        _ start: NativeFlowStart,
        client: Client,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> NativeFlowProgress {
        guard client.native != nil else { throw .notPossible }
        let name = try prechecks.loginIdentifier(start, client)
        try await prechecks.checkDisclosablePreconditions(start.flow, of: name, to: client)
        try start.accepts.require(try await challenges.requiredChallenges(of: start.flow, name.value, client))
        let intent = NativeFlowRequest(clientID: client.id, flow: start.flow)
        let step = try await prechecks.initialStep(of: start, email: name.value, client: client, context: context)
        let state = FlowState(
            purpose: .native(intent),
            browser: nil,
            language: language,
            step: .challenge(step)
        )
        return progress(try await runner.repository.insert(state, client: client))
    }

    /// Submits an app's input to a flow.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - token: The continuation token.
    ///   - flow: The kind of flow that the endpoint belongs to.
    ///   - client: The app.
    ///   - language: The language of messages.
    ///   - context: The request.
    /// - Returns: The progress of the flow, with the next continuation token.
    /// - Throws: ``FlowError/gone`` and ``FlowError/stale`` for an invalid or outdated token,
    ///   ``FlowError/tokenExpired`` for an expired one, ``FlowError/notPossible`` if the input does not fit the step.
    package func submit(
        _ input: FlowInput,
        token: Secret,
        flow: NativeFlowRequest.Flow,
        client: Client,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> NativeFlowProgress {
        let token = try read(token, of: client)
        let progress = try await runner.run(
            token.flowID,
            input,
            binding: .app(token, at: .flow(flow)),
            language: language,
            context: context
        )
        return self.progress(progress.flow)
    }

    /// Redeems a flow for tokens.
    ///
    /// The session starts in the commit that ends the flow.
    ///
    /// - Returns: The tokens.
    /// - Throws: The errors of ``submit(_:token:flow:client:language:context:)``, and
    ///   ``FlowError/scopesRejected(_:)``.
    package func redeem(
        _ grant: NativeTokenRequest,
        token: Secret,
        client: Client,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> IssuedTokens {
        let token = try read(token, of: client)
        // Clients without refresh tokens may request `offline_access`, as many apps do; it is ignored.
        let excess = grant.scopes.subtracting(client.scopes).subtracting([.offlineAccess])
        guard excess.isEmpty else { throw .scopesRejected(excess) }
        let progress = try await runner.run(
            token.flowID,
            grant.proof.input,
            binding: .app(token, at: .token(grant)),
            language: language,
            context: context
        )
        guard case .tokens(let tokens)? = progress.outcome else { throw .failed }
        return tokens
    }

    private func read(_ token: Secret, of client: Client) throws(FlowError) -> ContinuationToken {
        guard client.native != nil, let read = ContinuationToken(token, of: client.id, key: masterKey) else {
            throw .gone
        }
        guard environment.now < read.expiresAt else { throw .tokenExpired }
        return read
    }

    private func progress(_ flow: Flow) -> NativeFlowProgress {
        let token = ContinuationToken(flow)
        let resendAt: Date? = if case .code(let step) = flow.step { step.earliestResend(lifetimes) } else { nil }
        return NativeFlowProgress(
            step: flow.step,
            token: token.secret(for: flow.client.id, key: masterKey, random: environment.random),
            expiresAt: flow.expiresAt,
            resendAt: resendAt
        )
    }
}

/// The progress of a native flow after one call.
package struct NativeFlowProgress: Sendable {
    package let step: FlowStep
    /// The continuation token for the next call.
    package let token: Secret
    /// The time at which the flow expires.
    package let expiresAt: Date
    /// The time from which another code may be requested, if one was sent.
    package let resendAt: Date?
}
