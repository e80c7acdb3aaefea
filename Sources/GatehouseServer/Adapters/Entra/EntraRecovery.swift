package import GatehouseWire

/// The endpoints `/resetpassword/v1.0/…`: password recovery.
package struct EntraResetHandler: Sendable {
    let flow: EntraFlowAdapter

    /// The password is set before ``submit(_:)`` responds, so clients poll only once.
    private static let pollInterval = 1
    /// Entra's documented maximum of the lifetime.
    private static let maximumLifetime = 600

    /// Starts a recovery.
    package func start(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraStartResponse> {
        let request = try call.read(EntraStartRequest.self)
        return try await flow.begin(
            NativeFlowStart(
                flow: .reset,
                email: request.username,
                accepts: ChallengeTypes(request.challengeTypes),
                capabilities: NativeCapabilities(request.capabilities)
            ),
            call
        )
    }

    /// Sends the code, or sends another one.
    package func challenge(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraChallengeResponse> {
        try await flow.challenge(of: .reset, call)
    }

    /// Verifies the code.
    package func resume(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraResetContinueResponse> {
        let request = try call.read(EntraResetContinueRequest.self)
        return try await flow.submit(
            .code(request.code.reveal()),
            token: request.continuationToken,
            at: .flow(.reset),
            call
        ) {
            progress in
            EntraResetContinueResponse(
                continuationToken: progress.token,
                expiresIn: min(flow.flows.seconds(until: progress.expiresAt), Self.maximumLifetime)
            )
        }
    }

    /// Sets the new password.
    package func submit(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraResetSubmitResponse> {
        let request = try call.read(EntraResetSubmitRequest.self)
        return try await flow.submit(
            .newPassword(request.newPassword.reveal()),
            token: request.continuationToken,
            at: .flow(.reset),
            call
        ) { progress in
            EntraResetSubmitResponse(continuationToken: progress.token, pollInterval: Self.pollInterval)
        }
    }

    /// Confirms that the new password is set.
    package func poll(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraResetPollResponse> {
        let request = try call.read(EntraResetPollRequest.self)
        return try await flow.submit(.awaitCompletion, token: request.continuationToken, at: .flow(.reset), call) {
            progress in
            EntraResetPollResponse(status: .succeeded, continuationToken: progress.token)
        }
    }
}
