import Foundation
import GatehouseWire

/// Sign-up and password reset.
extension FirstPartyAuthentication {
    func startSignUp(
        _ email: String,
        password: String?,
        attributes: [String: JSONValue],
        correlationID: UUID?
    ) async throws(AuthError) -> SignUpCodeStep {
        let position = try position(for: email, correlationID)
        guard password?.isEmpty != true else { throw .empty(.passwordRejected, "password").at(position) }
        try await checkWritable(at: position)
        var progress = try await requests.start(
            .init(.signUp, username: email),
            with: password.map { .password(Secret($0)) },
            at: position
        )
        if !attributes.isEmpty {
            progress = try await requests.submit(.attributes(attributes), at: progress.position)
        }
        return try await signUpCode(progress, from: nil)
    }

    func resendSignUpCode(at position: NativeFlowPosition) async throws(AuthError) -> SignUpCodeStep {
        let progress = try await pendingFlows.discardingExpiredSignUp(position) { () throws(AuthError) in
            try await requests.submit(.resend, at: position, isRepeatable: true)
        }
        return try await signUpCode(progress, from: position)
    }

    /// Returns the step that waits for the code, and stores it.
    private func signUpCode(
        _ progress: ChallengeProgress,
        from earlier: NativeFlowPosition?
    ) async throws(AuthError) -> SignUpCodeStep {
        guard case .required(.code(let code, _)) = progress.outcome else {
            throw .unexpectedChallenge.at(progress.position)
        }
        let step = SignUpCodeStep(service: self, position: progress.position, delivery: delivery(code))
        await pendingFlows.storeSignUp(at: step.saved, from: earlier)
        return step
    }

    func continueSignUp(
        at position: NativeFlowPosition,
        with submission: NativeSubmission
    ) async throws(AuthError) -> SignUpStep {
        let input: ChallengeSubmission
        switch submission {
        case .code(let code):
            guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
            input = .code(Secret(code))
        case .password(let password):
            guard !password.isEmpty else { throw .empty(.passwordRejected, "password").at(position) }
            input = .newPassword(Secret(password))
        case .attributes(let attributes):
            input = .attributes(attributes)
        }
        let progress = try await pendingFlows.discardingExpiredSignUp(position) { () throws(AuthError) in
            try await requests.submit(input, at: position)
        }
        let next = signUpStep(after: progress)
        await pendingFlows.storeSignUp(at: next.saved, from: position)
        return next
    }

    private func signUpStep(after progress: ChallengeProgress) -> SignUpStep {
        switch progress.outcome {
        case .required(.newPassword):
            .passwordRequired(SignUpPasswordStep(service: self, position: progress.position))
        case .required(.attributes(let attributes)):
            .attributesRequired(
                SignUpAttributesStep(
                    service: self,
                    position: progress.position,
                    attributes: attributes.map(RequiredAttribute.init)
                )
            )
        // Second factors follow when the user signs in.
        case .code, .required:
            .completed(SignUpCompletion(service: self, position: progress.completion))
        }
    }
}

extension FirstPartyAuthentication {
    func startReset(_ email: String, correlationID: UUID?) async throws(AuthError) -> PasswordResetCodeStep {
        let position = try position(for: email, correlationID)
        let progress = try await requests.start(.init(.reset, username: email), at: position)
        guard case .required(.code(let code, _)) = progress.outcome else {
            throw .unexpectedChallenge.at(progress.position)
        }
        return PasswordResetCodeStep(service: self, position: progress.position, delivery: delivery(code))
    }

    func resendResetCode(at position: NativeFlowPosition) async throws(AuthError) -> PasswordResetCodeStep {
        let (position, code) = try await requests.resend(at: position)
        return PasswordResetCodeStep(service: self, position: position, delivery: delivery(code))
    }

    func continueReset(
        at position: NativeFlowPosition,
        code: String
    ) async throws(AuthError) -> PasswordResetPasswordStep {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
        let progress = try await requests.submit(.code(Secret(code)), at: position)
        guard case .required(.newPassword) = progress.outcome else {
            throw .unexpectedChallenge.at(progress.position)
        }
        return PasswordResetPasswordStep(service: self, position: progress.position)
    }

    func changePassword(
        at position: NativeFlowPosition,
        to password: String
    ) async throws(AuthError) -> PasswordResetCompletion {
        guard !password.isEmpty else { throw .empty(.passwordRejected, "password").at(position) }
        let progress = try await requests.submit(.newPassword(Secret(password)), at: position)
        return PasswordResetCompletion(service: self, position: progress.completion)
    }
}
