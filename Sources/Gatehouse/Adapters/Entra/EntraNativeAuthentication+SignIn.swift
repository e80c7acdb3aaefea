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
            return .signedIn(try await step.submit(password))
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
    ) async throws(AuthError) -> Session {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
        return try await tokens(at: position, .code(Secret(code)), tokenRequest)
    }

    func signIn(
        at position: NativeFlowPosition,
        password: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> Session {
        guard !password.isEmpty else { throw .empty(.wrongPassword, "password").at(position) }
        return try await tokens(at: position, .password(Secret(password)), tokenRequest)
    }

    func signIn(
        after position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> Session {
        try await discardingExpiredSignUp(position) { () throws(AuthError) in
            try await tokens(at: position, .none, tokenRequest)
        }
    }
}

extension EntraNativeAuthentication {
    /// The number of polls for the completion of a reset.
    private static let polls = 6
    /// The default and maximum poll intervals, in seconds.
    private static let pollPause = (standard: 2, longest: 30)

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
        return try await completion(
            at: result.position.with(submitted.continuationToken),
            every: submitted.pollInterval
        )
    }

    /// Polls until the server has changed the password.
    private func completion(
        at position: NativeFlowPosition,
        every interval: Int
    ) async throws(AuthError) -> PasswordResetCompletion {
        let pause = interval > 0 ? min(interval, Self.pollPause.longest) : Self.pollPause.standard
        let request = EntraResetPollRequest(clientID: clientID, continuationToken: try position.requiredToken)
        for poll in 1...Self.polls {
            let result: NativeResponse<EntraResetPollResponse>
            do throws(AuthError) {
                result = try await requests.send(EntraResetPollEndpoint.self, request, at: position, isRepeatable: true)
            } catch {
                var error = error
                if error.code == .passwordRejected { error.continuationToken = position.token }
                throw error
            }
            let response = try result.success()
            switch response.status {
            case .succeeded:
                return PasswordResetCompletion(
                    service: self,
                    position: result.position.with(response.continuationToken)
                )
            case .failed:
                throw .resetFailed("The server could not change the password. Start again.").at(result.position)
            case .inProgress, .notStarted:
                guard poll < Self.polls else { continue }
                guard (try? await environment.sleep(.seconds(pause))) != nil else {
                    throw .cancelled("The password reset was cancelled.").at(position)
                }
            }
        }
        throw .resetFailed("The server takes too long to change the password. Try to sign in with it later.").at(
            position
        )
    }
}

extension AuthError {
    fileprivate static func resetFailed(_ message: String) -> AuthError {
        AuthError(.serverUnavailable, message, recovery: .signInAgain)
    }
}
