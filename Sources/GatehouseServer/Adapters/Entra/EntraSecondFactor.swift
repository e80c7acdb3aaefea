import GatehouseStore
package import GatehouseWire

/// The endpoint `/oauth2/v2.0/introspect`: the second factors that the user can prove.
package struct EntraSecondFactorHandler: Sendable {
    let flow: EntraFlowAdapter

    /// Returns the methods to choose from.
    package func introspect(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraMethodsResponse> {
        let request = try call.read(EntraIntrospectRequest.self)
        let progress = try await flow.progress(of: request.continuationToken, call)
        let choice: ChooseFactorStep
        switch progress.step {
        case .chooseFactor(let step): choice = step
        case .additionalFactor(let step): choice = step.choice
        default: throw EntraError(.notPossible, client: call.client)
        }
        let choices: [FactorChoice]
        do { choices = try await flow.flows.choices(of: choice) } catch { throw EntraError(error, client: call.client) }
        let methods = choices.compactMap { choice in
            EntraFactorMethod(choice.factor).map {
                EntraAuthenticationMethod(id: $0.rawValue, channel: $0.rawValue, loginHint: choice.maskedAddress)
            }
        }
        return .success(EntraMethodsResponse(continuationToken: progress.token, methods: methods))
    }
}

/// The endpoints `/register/v1.0/…`: the registration of an address as the second factor.
package struct EntraRegistrationHandler: Sendable {
    let flow: EntraFlowAdapter

    /// Returns the methods to choose from.
    package func introspect(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraMethodsResponse> {
        let request = try call.read(EntraIntrospectRequest.self)
        let progress = try await flow.progress(of: request.continuationToken, call)
        guard case .enrolFactor(let step) = progress.step else { throw EntraError(.notPossible, client: call.client) }
        let methods = EntraFactorMethod.methods(of: step.factors).map {
            EntraAuthenticationMethod(id: $0.rawValue, channel: $0.rawValue)
        }
        return .success(EntraMethodsResponse(continuationToken: progress.token, methods: methods))
    }

    /// Sends a code to the address.
    package func challenge(
        _ call: EntraRequest
    ) async throws(EntraError) -> EntraResponse<EntraRegistrationChallengeResponse> {
        let request: EntraRegistrationChallengeRequest
        do { request = try EntraRegistrationChallengeRequest(parameters: call.parameters) } catch {
            throw error == Parameters.entraInvalid(.challengeTarget) ? .invalidContact : EntraError(error)
        }
        let method = request.channel.map { EntraFactorMethod(rawValue: $0) } ?? EntraFactorMethod(typed: request.target)
        guard let method else { throw .invalidContact }
        return try await flow.submit(
            .chooseAddress(request.target, as: method.factor),
            token: request.continuationToken,
            at: .secondFactor,
            call
        ) { progress throws(EntraError) in
            guard let code = progress.step.sentCode else { throw EntraError(.broken) }
            return EntraRegistrationChallengeResponse(
                continuationToken: progress.token,
                challenge: .code(flow.sentCode(code, target: code.address.value, progress))
            )
        }
    }

    /// Verifies the code.
    package func resume(
        _ call: EntraRequest
    ) async throws(EntraError) -> EntraResponse<EntraRegistrationContinueResponse> {
        let request = try call.read(EntraRegistrationContinueRequest.self)
        // No address is verified in advance, so nothing is registered without a code.
        guard case .code(let code) = request.proof else { throw EntraError(.notPossible, client: call.client) }
        return try await flow.submit(
            .enrol(.string(code.reveal())),
            token: request.continuationToken,
            at: .secondFactor,
            call
        ) { progress in
            EntraRegistrationContinueResponse(continuationToken: progress.token)
        }
    }
}

/// A second factor that Entra's native authentication can express; the identifier is the one in its messages.
enum EntraFactorMethod: String, Sendable, CaseIterable {
    case email, sms

    var factor: FactorName {
        switch self {
        case .email: .mailCode
        case .sms: .smsCode
        }
    }

    init?(_ factor: FactorName) {
        guard let method = Self.allCases.first(where: { $0.factor == factor }) else { return nil }
        self = method
    }

    /// Creates the method of an address.
    init(_ kind: AccountIdentifier.Kind) { self = kind == .phone ? .sms : .email }

    /// Creates the method of an address as entered.
    init(typed text: String) { self = text.contains("@") ? .email : .sms }

    /// Returns the methods of factors, in their order.
    static func methods(of factors: [FactorName]) -> [EntraFactorMethod] { factors.compactMap { Self($0) } }
}
