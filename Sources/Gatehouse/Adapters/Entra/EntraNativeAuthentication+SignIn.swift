import Foundation
import GatehouseWire

extension EntraNativeAuthentication {
    func startSignIn(
        _ email: String,
        password: String?,
        for tokenRequest: AccessTokenRequest,
        correlationID: UUID?
    ) async throws(AuthError) -> SignInStep {
        let position = try position(for: email, correlationID)
        guard password?.isEmpty != true else { throw .empty(.wrongPassword, "password").at(position) }
        try await checkWritable(at: position)
        let result = try await requests.send(
            EntraSignInInitiateEndpoint.self,
            start(at: position),
            at: position,
            isRepeatable: true
        )
        let response = try result.success()
        let (next, challenge) = try await challenge(
            EntraSignInChallengeEndpoint.self,
            at: result.position.with(response.continuationToken)
        )
        switch challenge {
        case .code:
            return .codeRequired(
                SignInCodeStep(
                    service: self,
                    position: next,
                    tokenRequest: tokenRequest,
                    delivery: try delivery(challenge)
                )
            )
        case .password:
            let step = SignInPasswordStep(service: self, position: next, tokenRequest: tokenRequest)
            guard let password else { return .passwordRequired(step) }
            return try await step.submit(password)
        }
    }

    func sendSignInCode(
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInCodeStep {
        let (position, challenge) = try await challenge(EntraSignInChallengeEndpoint.self, at: position)
        do throws(AuthError) {
            return SignInCodeStep(
                service: self,
                position: position,
                tokenRequest: tokenRequest,
                delivery: try delivery(challenge)
            )
        } catch {
            throw error.at(position)
        }
    }

    func signIn(
        at position: NativeFlowPosition,
        code: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
        return try await tokens(at: position, .code(Secret(code)), tokenRequest)
    }

    func signIn(
        at position: NativeFlowPosition,
        password: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        guard !password.isEmpty else { throw .empty(.wrongPassword, "password").at(position) }
        return try await tokens(at: position, .password(Secret(password)), tokenRequest)
    }

    func signIn(
        after position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        try await pendingFlows.discardingExpiredSignUp(position) { () throws(AuthError) in
            try await tokens(at: position, .none, tokenRequest)
        }
    }
}

extension EntraNativeAuthentication {
    private var secondFactors: EntraSecondFactors { EntraSecondFactors(service: self) }

    func chooseSecondFactor(
        _ factor: SecondFactor,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SecondFactorChallengeStep {
        try await secondFactors.choose(factor, of: choice)
    }

    func proveSecondFactor(
        _ factor: SecondFactor,
        with proof: FactorProof,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SignInStep {
        try await secondFactors.prove(factor, with: proof, of: choice)
    }

    func beginEnrolment(
        of factor: EnrollableFactor,
        contact: String?,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> FactorEnrolmentResult {
        try await secondFactors.begin(of: factor, contact: contact, in: choice)
    }

    func completeEnrolment(
        of factor: EnrollableFactor,
        with proof: FactorProof,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> SignInStep {
        try await secondFactors.complete(of: factor, with: proof, in: choice)
    }

    func proceed(
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        try await tokens(at: position, .none, tokenRequest)
    }
}

extension EntraNativeAuthentication {
    func startReset(_ email: String, correlationID: UUID?) async throws(AuthError) -> PasswordResetCodeStep {
        let position = try position(for: email, correlationID)
        let result = try await requests.send(
            EntraResetStartEndpoint.self,
            start(at: position),
            at: position,
            isRepeatable: true
        )
        let response = try result.success()
        return try await resendResetCode(at: result.position.with(response.continuationToken))
    }

    func resendResetCode(at position: NativeFlowPosition) async throws(AuthError) -> PasswordResetCodeStep {
        let (position, challenge) = try await challenge(EntraResetChallengeEndpoint.self, at: position)
        do throws(AuthError) {
            return PasswordResetCodeStep(service: self, position: position, delivery: try delivery(challenge))
        } catch {
            throw error.at(position)
        }
    }

    func continueReset(
        at position: NativeFlowPosition,
        code: String
    ) async throws(AuthError) -> PasswordResetPasswordStep {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
        let request = EntraResetContinueRequest(
            clientID: clientID,
            continuationToken: try position.requiredToken,
            code: Secret(code)
        )
        let result = try await requests.send(EntraResetContinueEndpoint.self, request, at: position)
        let proven = try result.success()
        return PasswordResetPasswordStep(service: self, position: result.position.with(proven.continuationToken))
    }

    func changePassword(
        at position: NativeFlowPosition,
        to password: String
    ) async throws(AuthError) -> PasswordResetCompletion {
        guard !password.isEmpty else { throw .empty(.passwordRejected, "password").at(position) }
        let request = EntraResetSubmitRequest(
            clientID: clientID,
            continuationToken: try position.requiredToken,
            newPassword: Secret(password)
        )
        let result = try await requests.send(EntraResetSubmitEndpoint.self, request, at: position)
        let submitted = try result.success()
        return try await EntraResetPoll(service: self).completion(
            at: result.position.with(submitted.continuationToken),
            every: submitted.pollInterval
        )
    }
}
