package import GatehouseWire

/// `/oauth2/v2.0/initiate` and `/oauth2/v2.0/challenge`: a sign-in up to the proof, which goes to the token endpoint.
package struct EntraSignInHandler: Sendable {
    let flow: EntraFlow

    /// Begins.
    package func initiate(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraStartResponse> {
        let request = try call.read(EntraStartRequest.self)
        return try await flow.begin(
            NativeStart(
                flow: .signIn,
                email: request.username,
                accepts: NativeChallenges(request.challengeTypes)
            ),
            call
        )
    }

    /// Says whether a password is to follow or a code, and has the code sent.
    package func challenge(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraChallengeResponse> {
        try await flow.challenge(of: .signIn, invalidToken: .invalidGrant, call)
    }
}
