import Foundation
import GatehouseStore
import GatehouseWire

/// What the flows have in common: the engine's steps go in and out, in Entra's words.
struct EntraFlow: Sendable {
    let core: ServerCore
    let engine: TransactionEngine

    /// Begins a flow.
    func begin(_ start: NativeStart, _ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraStartResponse> {
        do {
            let progress = try await engine.beginNative(
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

    /// Takes what the person did, at an endpoint of `flow`, and answers with what the step is that was reached.
    ///
    /// - Throws: The engine's reason in Entra's words; `invalidToken` is the code for a token that is not good.
    func submit<Success>(
        _ input: TransactionInput,
        _ token: Secret,
        of flow: NativeIntent.Flow,
        _ call: EntraCall,
        invalidToken: OAuthErrorCode = .invalidRequest,
        answer: (NativeProgress) throws(EntraError) -> Success
    ) async throws(EntraError) -> EntraAnswer<Success> {
        let progress: NativeProgress
        do {
            progress = try await engine.submitNative(
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
        return .success(try answer(progress))
    }

    /// Turns a flow into tokens.
    func redeem(
        _ grant: NativeGrant,
        _ token: Secret,
        _ call: EntraCall,
        answer: (GrantedTokens) -> EntraTokenResponse
    ) async throws(EntraError) -> EntraAnswer<EntraTokenResponse> {
        let tokens: GrantedTokens
        do {
            tokens = try await engine.redeemNative(
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
        return .success(answer(tokens))
    }

    /// Why a browser has to go on, for the developer of an app that does not list what is needed.
    private static func reason(_ needed: NativeChallenges) -> String {
        let types = [
            needed.contains(.code) ? EntraChallengeType.oob : nil,
            needed.contains(.password) ? EntraChallengeType.password : nil,
        ].compactMap(\.self)
        return "The \(ParameterName.challengeType) of the client lacks: \(types.spaceSeparated ?? "")."
    }

    /// Asks which proof the person is to give, and has a code sent where that is one.
    func challenge(
        of flow: NativeIntent.Flow,
        invalidToken: OAuthErrorCode = .invalidRequest,
        _ call: EntraCall
    ) async throws(EntraError) -> EntraAnswer<EntraChallengeResponse> {
        let request = try call.read(EntraChallengeRequest.self)
        let accepted = request.challengeTypes.map(NativeChallenges.init) ?? [.code, .password]
        return try await submit(
            .askChallenge(accepted),
            request.continuationToken,
            of: flow,
            call,
            invalidToken: invalidToken
        ) { progress throws(EntraError) in
            EntraChallengeResponse(continuationToken: progress.token, challenge: try challenge(progress))
        }
    }

    private func challenge(_ progress: NativeProgress) throws(EntraError) -> EntraChallengeResponse.Challenge {
        switch progress.step {
        case .code(let step):
            .code(
                EntraChallengeResponse.SentCode(
                    channel: step.address.kind == .phone
                        ? EntraChallengeResponse.SentCode.sms : EntraChallengeResponse.SentCode.email,
                    target: step.address.masked,
                    length: core.settings.codeLength,
                    interval: progress.resendAt.map(seconds(until:))
                )
            )
        case .password, .choosePassword: .password
        default: throw EntraError(.broken)
        }
    }

    /// Whole seconds from now until then.
    func seconds(until then: Date) -> Int { max(0, Int(then.timeIntervalSince(core.now).rounded(.up))) }
}

extension NativeChallenges {
    /// The proofs that a client lists.
    init(_ types: [EntraChallengeType]) {
        self = []
        if types.contains(.oob) { insert(.code) }
        if types.contains(.password) { insert(.password) }
    }
}
