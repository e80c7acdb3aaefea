import Foundation
import GatehouseWire

/// The second factors of Entra's native authentication, which the token endpoint requires after the first one.
struct EntraSecondFactors: Sendable {
    let service: EntraNativeAuthentication

    /// Returns the step for a requirement of the token endpoint.
    ///
    /// - Parameters:
    ///   - requirement: `mfa_required` or `registration_required`.
    ///   - position: The position with the token of the response.
    ///   - tokenRequest: The scopes and claims to request at the end.
    /// - Returns: The choice of a factor to prove or to enrol.
    /// - Throws: ``AuthError``, after which the step that led here cannot be used again.
    func step(
        for requirement: EntraSuberror,
        at position: NativeFlowPosition,
        _ tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        try await AuthError.pastStep { () throws(AuthError) in
            if requirement == .registrationRequired {
                let (next, methods) = try await methods(EntraRegistrationIntrospectEndpoint.self, at: position)
                let factors = methods.map { EnrollableFactor(id: $0.id, kind: $0.kind, hint: $0.loginHint) }
                return .enrolmentRequired(
                    FactorEnrolmentStep(
                        service: service,
                        choice: FactorChoice(position: next, tokenRequest: tokenRequest, factors: factors)
                    )
                )
            }
            let (next, methods) = try await methods(EntraSignInIntrospectEndpoint.self, at: position)
            let factors = methods.map { SecondFactor(id: $0.id, kind: $0.kind, hint: $0.loginHint) }
            return .secondFactorRequired(
                SecondFactorStep(
                    service: service,
                    choice: FactorChoice(position: next, tokenRequest: tokenRequest, factors: factors)
                )
            )
        }
    }

    /// Requests the methods to choose from, and keeps those with a code: others are not supported.
    private func methods<E: Endpoint>(
        _ endpoint: E.Type,
        at position: NativeFlowPosition
    ) async throws(AuthError) -> (position: NativeFlowPosition, methods: [EntraAuthenticationMethod])
    where E.Request == EntraIntrospectRequest, E.Response == EntraResponse<EntraMethodsResponse> {
        let request = EntraIntrospectRequest(clientID: service.clientID, continuationToken: try position.requiredToken)
        let result = try await service.requests.send(endpoint, request, at: position, isRepeatable: true)
        let response = try result.success()
        let methods = response.methods.filter { $0.challengeType == .oob }
        guard !methods.isEmpty else { throw .unexpectedChallenge.at(result.position) }
        return (result.position.with(response.continuationToken), methods)
    }

    /// Sends the code of a factor.
    func choose(
        _ factor: SecondFactor,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SecondFactorChallengeStep {
        let (position, challenge) = try await service.challenge(
            EntraSignInChallengeEndpoint.self,
            at: choice.position,
            methodID: factor.id
        )
        do throws(AuthError) {
            return SecondFactorChallengeStep(
                service: service,
                choice: choice.at(position),
                challenge: FactorChallenge(factor: factor, delivery: try service.delivery(challenge))
            )
        } catch {
            throw error.at(position)
        }
    }

    /// Submits the code of a factor.
    func prove(
        _ factor: SecondFactor,
        with proof: FactorProof,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SignInStep {
        let code = try proof.code(at: choice.position)
        return try await service.tokens(at: choice.position, .secondFactorCode(code), choice.tokenRequest)
    }
}

/// The enrolment of second factors.
extension EntraSecondFactors {
    /// Sends a code to a contact, or enrols it at once if it is verified.
    func begin(
        of factor: EnrollableFactor,
        contact: String?,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> FactorEnrolmentResult {
        guard let contact, !contact.isEmpty else { throw .empty(.invalidAddress, "contact").at(choice.position) }
        let request = EntraRegistrationChallengeRequest(
            clientID: service.clientID,
            continuationToken: try choice.position.requiredToken,
            target: contact,
            channel: factor.kind.channel.rawValue
        )
        let result = try await service.requests.send(
            EntraRegistrationChallengeEndpoint.self,
            request,
            at: choice.position,
            isRepeatable: true
        )
        let response = try result.success()
        let next = choice.at(result.position.with(response.continuationToken))
        switch response.challenge {
        case .code(let code):
            let challenge = FactorChallenge(factor: factor, delivery: service.delivery(code))
            return .challenge(FactorEnrolmentChallengeStep(service: service, choice: next, challenge: challenge))
        case .preverified:
            return .step(
                try await AuthError.pastStep { () throws(AuthError) in try await enrol(with: .none, in: next) }
            )
        }
    }

    /// Submits the code of the enrolment.
    func complete(
        of factor: EnrollableFactor,
        with proof: FactorProof,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> SignInStep {
        try await enrol(with: .code(try proof.code(at: choice.position)), in: choice)
    }

    /// Completes the enrolment, then exchanges the continuation token for tokens.
    private func enrol(
        with proof: EntraRegistrationContinueRequest.Proof,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> SignInStep {
        try await service.checkWritable(at: choice.position)
        let request = EntraRegistrationContinueRequest(
            clientID: service.clientID,
            continuationToken: try choice.position.requiredToken,
            proof: proof
        )
        let result = try await service.requests.send(
            EntraRegistrationContinueEndpoint.self,
            request,
            at: choice.position
        )
        let response = try result.success()
        return try await AuthError.pastStep { () throws(AuthError) in
            try await service.tokens(at: result.position.with(response.continuationToken), .none, choice.tokenRequest)
        }
    }
}

extension FactorProof {
    /// Returns the code.
    ///
    /// - Throws: `wrongCode` if it is empty; `unexpectedChallenge` for a passkey, which Entra does not support.
    fileprivate func code(at position: NativeFlowPosition) throws(AuthError) -> Secret {
        guard case .code(let code) = self else { throw .unexpectedChallenge.at(position) }
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
        return Secret(code)
    }
}

extension EntraAuthenticationMethod {
    /// The kind of the second factor.
    fileprivate var kind: SecondFactorKind { SecondFactorKind(CodeDelivery.Channel(rawValue: channel)) }
}
