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
    let accounts: FlowAccountLookup
    let masterKey: MasterKey
    let environment: ServerEnvironment
    let lifetimes: Lifetimes

    /// Starts a flow, without sending a message.
    ///
    /// - Returns: A flow at ``FlowStep/challenge(_:)``, or without an identifier at ``FlowStep/identify(_:)``, where a
    ///   passkey signs in.
    /// - Throws: An error for invalid input, of which nothing is stored.
    package func start(
        _ start: NativeFlowStart,
        client: Client,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> NativeFlowProgress {
        guard client.native != nil else { throw .notPossible }
        let intent = NativeFlowRequest(
            clientID: client.id,
            flow: start.flow,
            capabilities: start.capabilities,
            authorization: start.authorization
        )
        guard let email = start.email else {
            guard start.flow == .signIn else { throw .invalidEmail }
            let step = FlowStep.identify(IdentifyStep(mode: .signIn, email: nil))
            return try await insert(intent, at: step, client: client, language: language)
        }
        let name = try prechecks.loginIdentifier(email, of: start.flow, client)
        try await prechecks.checkDisclosablePreconditions(start.flow, of: name, to: client)
        try start.accepts.require(try await challenges.requiredChallenges(of: start.flow, name.value, client))
        let step = try await prechecks.initialStep(of: start, email: name.value, client: client, context: context)
        return try await insert(intent, at: .challenge(step), client: client, language: language)
    }

    private func insert(
        _ intent: NativeFlowRequest,
        at step: FlowStep,
        client: Client,
        language: Language
    ) async throws(FlowError) -> NativeFlowProgress {
        let state = FlowState(purpose: .native(intent), browser: nil, language: language, step: step)
        return progress(try await runner.repository.insert(state, client: client))
    }

    /// Returns the progress of a flow, without an input.
    ///
    /// - Throws: ``FlowError/gone`` and ``FlowError/stale`` for an invalid or outdated token,
    ///   ``FlowError/tokenExpired`` for an expired one.
    package func progress(of token: Secret, client: Client) async throws(FlowError) -> NativeFlowProgress {
        let position = try await position(of: token, client: client)
        guard position.isCurrent else { throw .stale }
        return progress(position.flow)
    }

    /// Returns the flow of a token at its current step, which may be later than that of the token.
    ///
    /// - Throws: ``FlowError/gone`` for an invalid token, ``FlowError/tokenExpired`` for an expired one.
    func position(of token: Secret, client: Client) async throws(FlowError) -> NativeFlowPosition {
        let token = try read(token, of: client)
        let (_, flow) = try await runner.repository.read(token.flowID)
        guard case .native(let intent) = flow.state.purpose, flow.state.browser == nil else { throw .gone }
        return NativeFlowPosition(flow: flow, intent: intent, isCurrent: token.number == flow.state.number)
    }

    /// Submits an app's input to a flow.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - token: The continuation token.
    ///   - endpoint: The endpoint.
    ///   - client: The app.
    ///   - language: The language of messages.
    ///   - context: The request.
    /// - Returns: The progress of the flow, with the next continuation token.
    /// - Throws: ``FlowError/gone`` and ``FlowError/stale`` for an invalid or outdated token,
    ///   ``FlowError/tokenExpired`` for an expired one, ``FlowError/notPossible`` if the input does not fit the step.
    package func submit(
        _ input: FlowInput,
        token: Secret,
        at endpoint: NativeCall,
        client: Client,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> NativeFlowProgress {
        let token = try read(token, of: client)
        let progress = try await runner.run(
            token.flowID,
            input,
            binding: .app(token, at: endpoint),
            language: language,
            context: context
        )
        return self.progress(progress.flow, outcome: progress.outcome)
    }

    /// Redeems a flow for tokens.
    ///
    /// The session starts in the commit that ends the flow.
    ///
    /// - Returns: The tokens, or the step of a second factor that the sign-in requires.
    /// - Throws: The errors of ``submit(_:token:at:client:language:context:)``, and ``FlowError/scopesRejected(_:)``.
    package func redeem(
        _ grant: NativeTokenRequest,
        token: Secret,
        client: Client,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) -> NativeRedemption {
        let token = try read(token, of: client)
        let excess = client.unregisteredScopes(in: grant.scopes)
        guard excess.isEmpty else { throw .scopesRejected(excess) }
        let progress = try await runner.run(
            token.flowID,
            grant.proof.input,
            binding: .app(token, at: .token(grant)),
            language: language,
            context: context
        )
        if case .tokens(let tokens)? = progress.outcome { return .tokens(tokens) }
        return .incomplete(self.progress(progress.flow))
    }

    /// Returns the whole seconds until a time.
    func seconds(until then: Date) -> Int { max(0, Int(then.timeIntervalSince(environment.now).rounded(.up))) }

    /// Returns the factors that a step offers, with the masked addresses of codes.
    func choices(of step: ChooseFactorStep) async throws(FlowError) -> [FactorChoice] {
        let account = try await accounts.account(of: step.signIn)
        return step.factors.map { FactorChoice($0, of: account) }
    }

    private func read(_ token: Secret, of client: Client) throws(FlowError) -> ContinuationToken {
        guard client.native != nil, let read = ContinuationToken(token, of: client.id, key: masterKey) else {
            throw .gone
        }
        guard environment.now < read.expiresAt else { throw .tokenExpired }
        return read
    }

    private func progress(_ flow: Flow, outcome: FlowResult? = nil) -> NativeFlowProgress {
        let token = ContinuationToken(flow)
        let resendAt = flow.step.sentCode?.earliestResend(lifetimes)
        let code: Secret? = if case .code(let code)? = outcome { code } else { nil }
        return NativeFlowProgress(
            flow: flow,
            token: token.secret(for: flow.client.id, key: masterKey, random: environment.random),
            expiresAt: flow.expiresAt,
            resendAt: resendAt,
            code: code
        )
    }
}

/// The progress of a native flow after one call.
package struct NativeFlowProgress: Sendable {
    package let flow: Flow
    /// The continuation token for the next call.
    package let token: Secret
    /// The time at which the flow expires.
    package let expiresAt: Date
    /// The time from which another code may be requested, if one was sent.
    package let resendAt: Date?
    /// The authorization code, if the flow has issued it.
    package let code: Secret?

    package var step: FlowStep { flow.step }
}

/// A native flow as a continuation token refers to it.
struct NativeFlowPosition: Sendable {
    let flow: Flow
    let intent: NativeFlowRequest
    /// Whether the token is of the current step.
    let isCurrent: Bool

    var step: FlowStep { flow.step }
}

/// A factor that a user can choose.
struct FactorChoice: Sendable, Hashable {
    let factor: FactorName
    /// The masked address that a code is sent to; `nil` for other factors.
    let maskedAddress: String?

    init(_ factor: FactorName, of account: Account) {
        self.factor = factor
        let address: AccountIdentifier? =
            switch factor {
            case .mailCode: MessageCodeFactor<MailCodes>.address(of: account)
            case .smsCode: MessageCodeFactor<SMSCodes>.address(of: account)
            default: nil
            }
        maskedAddress = address.flatMap { LoginIdentifier($0.kind, $0.value)?.masked }
    }
}

/// The result of a token request of a native app.
package enum NativeRedemption: Sendable {
    case tokens(IssuedTokens)
    /// The sign-in requires a second factor, or its enrolment.
    case incomplete(NativeFlowProgress)
}
