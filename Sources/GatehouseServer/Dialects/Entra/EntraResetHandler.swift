package import GatehouseWire

/// `/resetpassword/v1.0/…`: another password for whoever proves the address.
package struct EntraResetHandler: Sendable {
    let flow: EntraFlow

    /// The password is set before ``submit(_:)`` answers, so one question is enough.
    private static let pollInterval = 1
    /// What Entra promises at most.
    private static let longest = 600

    /// Begins.
    package func start(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraStartResponse> {
        let request = try call.read(EntraStartRequest.self)
        return try await flow.begin(
            NativeStart(
                flow: .reset,
                email: request.username,
                accepts: NativeChallenges(request.challengeTypes)
            ),
            call
        )
    }

    /// Has the code sent, or sent again.
    package func challenge(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraChallengeResponse> {
        try await flow.challenge(of: .reset, call)
    }

    /// Takes the code.
    package func resume(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraResetContinueResponse> {
        let request = try call.read(EntraResetContinueRequest.self)
        return try await flow.submit(.code(request.code.reveal()), request.continuationToken, of: .reset, call) {
            progress in
            EntraResetContinueResponse(
                continuationToken: progress.token,
                expiresIn: min(flow.seconds(until: progress.expiresAt), Self.longest)
            )
        }
    }

    /// Takes the new password.
    package func submit(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraResetSubmitResponse> {
        let request = try call.read(EntraResetSubmitRequest.self)
        return try await flow.submit(
            .newPassword(request.newPassword.reveal()),
            request.continuationToken,
            of: .reset,
            call
        ) { progress in
            EntraResetSubmitResponse(continuationToken: progress.token, pollInterval: Self.pollInterval)
        }
    }

    /// Says that the new password counts.
    package func poll(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraResetPollResponse> {
        let request = try call.read(EntraResetPollRequest.self)
        return try await flow.submit(.awaitCompletion, request.continuationToken, of: .reset, call) { progress in
            EntraResetPollResponse(status: .succeeded, continuationToken: progress.token)
        }
    }
}
