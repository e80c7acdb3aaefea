import Foundation
import GatehouseStore
import GatehouseWire

/// Operations common to the Entra handlers: translates between Entra's messages and native flows.
struct EntraFlowAdapter: Sendable {
    let flows: NativeFlows
    /// The number of digits of a code.
    let codeLength: Int

    /// Starts a flow.
    func begin(
        _ start: NativeFlowStart,
        _ call: EntraRequest
    ) async throws(EntraError) -> EntraResponse<EntraStartResponse> {
        do {
            let progress = try await flows.start(
                start,
                client: call.client,
                language: call.language,
                context: call.context
            )
            return .success(EntraStartResponse(continuationToken: progress.token))
        } catch {
            if let reason = Self.redirectReason(error) { return .redirect(reason: reason) }
            throw EntraError(error, client: call.client)
        }
    }

    /// Submits an input at an endpoint, and returns the response for the step that is reached.
    ///
    /// - Throws: Entra's error for the flow error; `invalidToken` is the endpoint's error code for an invalid token.
    func submit<Success>(
        _ input: FlowInput,
        token: Secret,
        at endpoint: NativeCall,
        _ call: EntraRequest,
        invalidToken: OAuthErrorCode = .invalidRequest,
        response: (NativeFlowProgress) throws(EntraError) -> Success
    ) async throws(EntraError) -> EntraResponse<Success> {
        let progress: NativeFlowProgress
        do {
            progress = try await flows.submit(
                input,
                token: token,
                at: endpoint,
                client: call.client,
                language: call.language,
                context: call.context
            )
        } catch {
            if let reason = Self.redirectReason(error) { return .redirect(reason: reason) }
            throw EntraError(error, client: call.client, invalidToken: invalidToken)
        }
        return .success(try response(progress))
    }

    /// Returns the progress of a flow, without an input.
    func progress(of token: Secret, _ call: EntraRequest) async throws(EntraError) -> NativeFlowProgress {
        do { return try await flows.progress(of: token, client: call.client) } catch {
            throw EntraError(error, client: call.client)
        }
    }

    /// Redeems a flow for tokens.
    func redeem(
        _ grant: NativeTokenRequest,
        token: Secret,
        _ call: EntraRequest,
        response: (IssuedTokens) -> EntraTokenResponse
    ) async throws(EntraError) -> EntraResponse<EntraTokenResponse> {
        let redemption: NativeRedemption
        do {
            redemption = try await flows.redeem(
                grant,
                token: token,
                client: call.client,
                language: call.language,
                context: call.context
            )
        } catch {
            if let reason = Self.redirectReason(error) { return .redirect(reason: reason) }
            throw EntraError(error, client: call.client, invalidToken: .invalidGrant)
        }
        switch redemption {
        case .tokens(let tokens): return .success(response(tokens))
        case .incomplete(let progress): return .redirect(reason: try Self.requireFactor(progress))
        }
    }

    /// Requires the second factor that a sign-in lacks.
    ///
    /// - Returns: The reason for a redirect to a browser, if the user has no factor that the protocol can express.
    /// - Throws: The error that requires the factor or its registration.
    private static func requireFactor(_ progress: NativeFlowProgress) throws(EntraError) -> String {
        switch progress.step {
        case .chooseFactor(let step) where EntraFactorMethod.methods(of: step.factors).isEmpty:
            return "The second factor of the user requires a browser."
        case .chooseFactor: throw .secondFactorRequired(continuationToken: progress.token)
        case .enrolFactor: throw .registrationRequired(continuationToken: progress.token)
        default: throw EntraError(.broken)
        }
    }

    /// Returns the reason for a redirect to a browser, for the developer of an app that does not list a required
    /// challenge or capability; `nil` for other errors.
    private static func redirectReason(_ error: FlowError) -> String? {
        switch error {
        case .needsBrowser(let needed):
            let types = [
                needed.contains(.code) ? EntraChallengeType.oob : nil,
                needed.contains(.password) ? EntraChallengeType.password : nil,
            ].compactMap(\.self)
            return "The \(ParameterName.challengeType) of the client lacks: \(types.spaceSeparated ?? "")."
        case .additionalFactorRequired:
            return "The sign-in requires a second factor that the client does not support. Capabilities: "
                + "\(EntraCapability.mfaRequired), \(EntraCapability.registrationRequired) for users without one."
        default: return nil
        }
    }

    /// Requests a challenge, and sends the code if it is one.
    ///
    /// A request that names a method chooses a second factor, in a flow of any kind.
    func challenge(
        of flow: NativeFlowRequest.Flow,
        invalidToken: OAuthErrorCode = .invalidRequest,
        _ call: EntraRequest
    ) async throws(EntraError) -> EntraResponse<EntraChallengeResponse> {
        let request = try call.read(EntraChallengeRequest.self)
        let accepted = request.challengeTypes.map(ChallengeTypes.init) ?? [.code, .password]
        let (input, endpoint): (FlowInput, NativeCall) =
            if let id = request.methodID, flow == .signIn {
                (.chooseFactor(try factor(id, call)), .secondFactor)
            } else {
                (.requestChallenge(accepted), .flow(flow))
            }
        return try await submit(
            input,
            token: request.continuationToken,
            at: endpoint,
            call,
            invalidToken: invalidToken
        ) { progress throws(EntraError) in
            EntraChallengeResponse(continuationToken: progress.token, challenge: try challenge(progress))
        }
    }

    private func factor(_ id: String, _ call: EntraRequest) throws(EntraError) -> FactorName {
        guard let method = EntraFactorMethod(rawValue: id) else { throw EntraError(Parameters.entraInvalid(.id)) }
        return method.factor
    }

    private func challenge(_ progress: NativeFlowProgress) throws(EntraError) -> EntraChallengeResponse.Challenge {
        switch progress.step {
        case .password, .choosePassword: return .password
        case let step:
            guard let code = step.sentCode else { throw EntraError(.broken) }
            return .code(sentCode(code, target: code.address.masked, progress))
        }
    }

    /// Returns the description of a sent code.
    func sentCode(
        _ code: CodeChallengeStep,
        target: String,
        _ progress: NativeFlowProgress
    ) -> EntraChallengeResponse.SentCode {
        EntraChallengeResponse.SentCode(
            channel: EntraFactorMethod(code.address.kind).rawValue,
            target: target,
            length: codeLength,
            interval: progress.resendAt.map(flows.seconds(until:))
        )
    }
}

extension NativeCapabilities {
    /// Creates the set of the capabilities that a client lists.
    ///
    /// The protocol registers addresses only.
    init(_ capabilities: [EntraCapability]) {
        self = []
        if capabilities.contains(.mfaRequired) { insert(.secondFactor) }
        if capabilities.contains(.registrationRequired) { insert(.addressEnrolment) }
    }
}

extension ChallengeTypes {
    /// Creates the set of the challenge types that a client lists.
    init(_ types: [EntraChallengeType]) {
        self = []
        if types.contains(.oob) { insert(.code) }
        if types.contains(.password) { insert(.password) }
    }
}
