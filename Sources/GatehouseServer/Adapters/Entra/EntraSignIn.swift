import GatehouseStore
package import GatehouseWire

/// The endpoints `/oauth2/v2.0/initiate` and `/oauth2/v2.0/challenge`: a sign-in up to its proof, which is sent to the
/// token endpoint.
package struct EntraSignInHandler: Sendable {
    let flow: EntraFlowAdapter

    /// Starts a sign-in.
    package func initiate(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraStartResponse> {
        let request = try call.read(EntraStartRequest.self)
        return try await flow.begin(
            NativeFlowStart(
                flow: .signIn,
                email: request.username,
                accepts: ChallengeTypes(request.challengeTypes),
                capabilities: NativeCapabilities(request.capabilities)
            ),
            call
        )
    }

    /// Returns the required challenge, and sends the code if it is one.
    package func challenge(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraChallengeResponse> {
        try await flow.challenge(of: .signIn, invalidToken: .invalidGrant, call)
    }
}

/// The endpoint `/oauth2/v2.0/devicecode`, which starts the device flow for Entra's clients.
///
/// Microsoft's libraries send a confidential client's secret only to the token endpoint, so this endpoint accepts
/// requests without credentials: the device code yields no tokens until the client authenticates.
package struct EntraDeviceCodeHandler: Sendable {
    let devices: DeviceAuthorizationHandler
    let defaultScopes: EntraDefaultScopes
    let records: RecordLookup
    let requests: RequestLimiter

    /// Processes a device authorization request.
    package func authorizeDevice(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(EntraError) -> EntraDeviceCodeResponse {
        do {
            let parameters = try await defaultScopes.authorizationRequest(parameters)
            let request = try DeviceAuthorizationRequest(parameters: parameters)
            let client = try await client(request.client, authorization: authorization, context: context)
            let codes = try await devices.authorizeDevice(request, for: client)
            return EntraDeviceCodeResponse(
                codes: codes,
                message:
                    "To sign in, open the page \(codes.verificationURI) in a browser and enter the code \(codes.userCode)."
            )
        } catch {
            throw EntraError(error)
        }
    }

    private func client(
        _ credentials: ClientCredentials,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> Client {
        guard authorization == nil, credentials.clientSecret == nil, let id = credentials.clientID,
            let client = try await records.cachedClient(Client.ID(id)), client.isConfidential
        else {
            return try await devices.clients.authenticate(credentials, authorization: authorization, context: context)
        }
        try requests.countUnauthenticatedRequest(of: client.id, context)
        return client
    }
}
