package import GatehouseWire

/// The endpoints `/signup/v1.0/…`: sign-up.
package struct EntraSignUpHandler: Sendable {
    let flow: EntraFlowAdapter

    /// Starts a sign-up with an address, and optionally a password and attributes.
    package func start(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraStartResponse> {
        let request = try call.read(EntraSignUpStartRequest.self)
        return try await flow.begin(
            NativeFlowStart(
                flow: .signUp,
                email: request.username,
                password: request.password?.reveal(),
                attributes: EntraAttributes(call.client).registeredAttributes(request.attributes ?? [:]),
                accepts: ChallengeTypes(request.challengeTypes),
                capabilities: NativeCapabilities(request.capabilities)
            ),
            call
        )
    }

    /// Sends the code, or sends another one; after the code, returns the password challenge.
    package func challenge(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraChallengeResponse> {
        try await flow.challenge(of: .signUp, invalidToken: .invalidGrant, call)
    }

    /// Submits the code, the password or the attributes of a page.
    package func resume(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraSignUpContinueResponse> {
        let request = try call.read(EntraSignUpContinueRequest.self)
        let input: FlowInput
        switch request.submission {
        case .code(let code): input = .code(code.reveal())
        case .password(let password): input = .password(password.reveal())
        case .attributes(let attributes):
            input = .partialAttributes(EntraAttributes(call.client).registeredAttributes(attributes))
        case .other: throw EntraError(Parameters.entraInvalid(.grantType))
        }
        return try await flow.submit(input, token: request.continuationToken, at: .flow(.signUp), call) {
            progress throws(EntraError) in
            try response(progress, call)
        }
    }

    private func response(
        _ progress: NativeFlowProgress,
        _ call: EntraRequest
    ) throws(EntraError) -> EntraSignUpContinueResponse {
        switch progress.step {
        // The account is created; a second factor is required at the token endpoint.
        case .granted, .chooseFactor, .enrolFactor:
            return EntraSignUpContinueResponse(continuationToken: progress.token)
        case .choosePassword:
            throw EntraError(
                .credentialRequired,
                EntraErrorNumber.credentialRequired,
                text: "A password is required.",
                continuationToken: progress.token
            )
        case .attributes(let step):
            throw EntraError(
                .attributesRequired,
                EntraErrorNumber.attributesRequired,
                text: "Attributes are required.",
                continuationToken: progress.token,
                requiredAttributes: EntraAttributes(call.client).missing(in: step)
            )
        case .code:
            throw EntraError(
                .verificationRequired,
                EntraErrorNumber.verificationRequired,
                text: "Verify the address to continue.",
                continuationToken: progress.token,
                unverifiedAttributes: [ClaimName.email.rawValue]
            )
        default: throw EntraError(.broken)
        }
    }
}
