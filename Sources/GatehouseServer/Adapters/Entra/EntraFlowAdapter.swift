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
        } catch .needsBrowser(let needed) {
            return .redirect(reason: Self.reason(needed))
        } catch {
            throw EntraError(error, client: call.client)
        }
    }

    /// Submits an input at an endpoint of `flow`, and returns the response for the step that is reached.
    ///
    /// - Throws: Entra's error for the flow error; `invalidToken` is the endpoint's error code for an invalid token.
    func submit<Success>(
        _ input: FlowInput,
        token: Secret,
        of flow: NativeFlowRequest.Flow,
        _ call: EntraRequest,
        invalidToken: OAuthErrorCode = .invalidRequest,
        response: (NativeFlowProgress) throws(EntraError) -> Success
    ) async throws(EntraError) -> EntraResponse<Success> {
        let progress: NativeFlowProgress
        do {
            progress = try await flows.submit(
                input,
                token: token,
                flow: flow,
                client: call.client,
                language: call.language,
                context: call.context
            )
        } catch .needsBrowser(let needed) {
            return .redirect(reason: Self.reason(needed))
        } catch {
            throw EntraError(error, client: call.client, invalidToken: invalidToken)
        }
        return .success(try response(progress))
    }

    /// Redeems a flow for tokens.
    func redeem(
        _ grant: NativeTokenRequest,
        token: Secret,
        _ call: EntraRequest,
        response: (IssuedTokens) -> EntraTokenResponse
    ) async throws(EntraError) -> EntraResponse<EntraTokenResponse> {
        let tokens: IssuedTokens
        do {
            tokens = try await flows.redeem(
                grant,
                token: token,
                client: call.client,
                language: call.language,
                context: call.context
            )
        } catch .needsBrowser(let needed) {
            return .redirect(reason: Self.reason(needed))
        } catch {
            throw EntraError(error, client: call.client, invalidToken: .invalidGrant)
        }
        return .success(response(tokens))
    }

    /// Returns the reason for a redirect to a browser, for the developer of an app that does not list a required
    /// challenge.
    private static func reason(_ needed: ChallengeTypes) -> String {
        let types = [
            needed.contains(.code) ? EntraChallengeType.oob : nil,
            needed.contains(.password) ? EntraChallengeType.password : nil,
        ].compactMap(\.self)
        return "The \(ParameterName.challengeType) of the client lacks: \(types.spaceSeparated ?? "")."
    }

    /// Requests a challenge, and sends the code if it is one.
    func challenge(
        of flow: NativeFlowRequest.Flow,
        invalidToken: OAuthErrorCode = .invalidRequest,
        _ call: EntraRequest
    ) async throws(EntraError) -> EntraResponse<EntraChallengeResponse> {
        let request = try call.read(EntraChallengeRequest.self)
        let accepted = request.challengeTypes.map(ChallengeTypes.init) ?? [.code, .password]
        return try await submit(
            .requestChallenge(accepted),
            token: request.continuationToken,
            of: flow,
            call,
            invalidToken: invalidToken
        ) { progress throws(EntraError) in
            EntraChallengeResponse(continuationToken: progress.token, challenge: try challenge(progress))
        }
    }

    private func challenge(_ progress: NativeFlowProgress) throws(EntraError) -> EntraChallengeResponse.Challenge {
        switch progress.step {
        case .code(let step):
            .code(
                EntraChallengeResponse.SentCode(
                    channel: step.address.kind == .phone
                        ? EntraChallengeResponse.SentCode.sms : EntraChallengeResponse.SentCode.email,
                    target: step.address.masked,
                    length: codeLength,
                    interval: progress.resendAt.map(seconds(until:))
                )
            )
        case .password, .choosePassword: .password
        default: throw EntraError(.broken)
        }
    }

    /// Returns the whole seconds until a time.
    func seconds(until then: Date) -> Int { max(0, Int(then.timeIntervalSince(flows.environment.now).rounded(.up))) }
}

extension ChallengeTypes {
    /// Creates the set of the challenge types that a client lists.
    init(_ types: [EntraChallengeType]) {
        self = []
        if types.contains(.oob) { insert(.code) }
        if types.contains(.password) { insert(.password) }
    }
}
