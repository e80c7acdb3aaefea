package import GatehouseWire

/// `/signup/v1.0/…`: an account, in up to as many steps as the client's form has pages.
package struct EntraSignUpHandler: Sendable {
    let flow: EntraFlow

    /// Begins: with an address, and perhaps with everything else at once.
    package func start(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraStartResponse> {
        let request = try call.read(EntraSignUpStartRequest.self)
        return try await flow.begin(
            NativeStart(
                flow: .signUp,
                email: request.username,
                password: request.password?.reveal(),
                attributes: EntraAttributes(call.client).own(request.attributes ?? [:]),
                accepts: NativeChallenges(request.challengeTypes)
            ),
            call
        )
    }

    /// Has the code sent, or sent again; after the code, says that a password is to follow.
    package func challenge(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraChallengeResponse> {
        try await flow.challenge(of: .signUp, invalidToken: .invalidGrant, call)
    }

    /// Takes the code, the password, or the attributes of a page.
    package func resume(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraSignUpContinueResponse> {
        let request = try call.read(EntraSignUpContinueRequest.self)
        let input: TransactionInput
        switch request.submission {
        case .code(let code): input = .code(code.reveal())
        case .password(let password): input = .password(password.reveal())
        case .attributes(let attributes): input = .someAttributes(EntraAttributes(call.client).own(attributes))
        case .other: throw EntraError(Parameters.entraInvalid(.grantType))
        }
        return try await flow.submit(input, request.continuationToken, of: .signUp, call) {
            progress throws(EntraError) in
            try answer(progress, call)
        }
    }

    private func answer(
        _ progress: NativeProgress,
        _ call: EntraCall
    ) throws(EntraError) -> EntraSignUpContinueResponse {
        switch progress.step {
        case .granted: return EntraSignUpContinueResponse(continuationToken: progress.token)
        case .choosePassword:
            throw EntraError(
                .credentialRequired,
                EntraErrorNumber.credentialRequired,
                text: "A password is needed to go on.",
                continuationToken: progress.token
            )
        case .attributes(let step):
            throw EntraError(
                .attributesRequired,
                EntraErrorNumber.attributesRequired,
                text: "Attributes are needed to go on.",
                continuationToken: progress.token,
                requiredAttributes: EntraAttributes(call.client).missing(in: step)
            )
        case .code:
            throw EntraError(
                .verificationRequired,
                EntraErrorNumber.verificationRequired,
                text: "The attributes are kept, and the address has to be proven to go on.",
                continuationToken: progress.token,
                unverifiedAttributes: [ClaimName.email.rawValue]
            )
        default: throw EntraError(.broken)
        }
    }
}
