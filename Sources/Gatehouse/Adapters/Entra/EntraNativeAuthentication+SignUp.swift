import Foundation
import GatehouseWire

extension EntraNativeAuthentication {
    func startSignUp(
        _ email: String,
        password: String?,
        attributes: [String: JSONValue],
        correlationID: UUID?
    ) async throws(AuthError) -> SignUpCodeStep {
        let position = try position(for: email, correlationID)
        guard password?.isEmpty != true else { throw .empty(.passwordRejected, "password").at(position) }
        try await checkWritable(at: position)
        let start = EntraSignUpStartRequest(
            clientID: clientID,
            username: email,
            challengeTypes: server.wireChallengeTypes,
            password: password.map(Secret.init),
            attributes: attributes.isEmpty ? nil : attributes,
            capabilities: capabilities.wire
        )
        let result = try await requests.send(EntraSignUpStartEndpoint.self, start, at: position, isRepeatable: true)
        let response = try result.success()
        return try await sendSignUpCode(at: result.position.with(response.continuationToken), isFirst: true)
    }

    func resendSignUpCode(at position: NativeFlowPosition) async throws(AuthError) -> SignUpCodeStep {
        try await sendSignUpCode(at: position, isFirst: false)
    }

    private func sendSignUpCode(
        at position: NativeFlowPosition,
        isFirst: Bool
    ) async throws(AuthError) -> SignUpCodeStep {
        let requested = try await pendingFlows.discardingExpiredSignUp(position) { () throws(AuthError) in
            try await challenge(EntraSignUpChallengeEndpoint.self, at: position)
        }
        do throws(AuthError) {
            let step = SignUpCodeStep(
                service: self,
                position: requested.position,
                delivery: try delivery(requested.challenge)
            )
            await pendingFlows.storeSignUp(at: step.saved, from: isFirst ? nil : position)
            return step
        } catch {
            throw error.at(requested.position)
        }
    }

    func continueSignUp(
        at position: NativeFlowPosition,
        with submission: NativeSubmission
    ) async throws(AuthError) -> SignUpStep {
        let wire: EntraSignUpContinueRequest.Submission
        switch submission {
        case .code(let code):
            guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
            wire = .code(Secret(code))
        case .password(let password):
            guard !password.isEmpty else { throw .empty(.passwordRejected, "password").at(position) }
            wire = .password(Secret(password))
        case .attributes(let values):
            wire = .attributes(values)
        }
        let request = EntraSignUpContinueRequest(
            clientID: clientID,
            continuationToken: try position.requiredToken,
            submission: wire
        )
        let result = try await pendingFlows.discardingExpiredSignUp(position) { () throws(AuthError) in
            try await requests.send(EntraSignUpContinueEndpoint.self, request, at: position)
        }
        let next = try await step(after: result)
        await pendingFlows.storeSignUp(at: next.saved, from: position)
        return next
    }

    private func step(
        after result: NativeResponse<EntraSignUpContinueResponse>
    ) async throws(AuthError) -> SignUpStep {
        switch result.outcome {
        case .success(let done):
            return .completed(SignUpCompletion(service: self, position: result.position.with(done.continuationToken)))
        case .needs(let error, _) where error.code == .attributesRequired:
            let attributes = (error.requiredAttributes ?? []).map(RequiredAttribute.init)
            return .attributesRequired(
                SignUpAttributesStep(service: self, position: result.position, attributes: attributes)
            )
        case .needs:
            return .passwordRequired(try await signUpPassword(result.position))
        }
    }

    /// Requests the challenge and checks that it is a password.
    private func signUpPassword(_ position: NativeFlowPosition) async throws(AuthError) -> SignUpPasswordStep {
        let (position, challenge) = try await challenge(EntraSignUpChallengeEndpoint.self, at: position)
        guard challenge == .password else { throw .unexpectedChallenge.at(position) }
        return SignUpPasswordStep(service: self, position: position)
    }
}

extension RequiredAttribute {
    init(_ attribute: RequestedAttribute) {
        self.init(
            name: attribute.name,
            kind: Kind(rawValue: attribute.type),
            isRequired: attribute.isRequired,
            pattern: attribute.regex,
            choices: attribute.choices ?? [],
            label: attribute.label
        )
    }
}
