import GatehouseStore
package import GatehouseWire

/// `/oauth2/v2.0/devicecode`: the device flow as Entra's clients begin it.
///
/// Microsoft's libraries send a confidential client's secret to the token endpoint alone, so a request without
/// credentials is accepted here: the device code gets no tokens until the client authenticates.
package struct EntraDeviceCodeHandler: Sendable {
    let devices: DeviceAuthorizationHandler

    /// Answers one request.
    package func authorizeDevice(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(EntraError) -> EntraDeviceCodeResponse {
        do {
            let request = try DeviceAuthorizationRequest(parameters: parameters)
            let client = try await client(request.client, authorization, context)
            let codes = try await devices.authorizeDevice(request, for: client)
            return EntraDeviceCodeResponse(
                codes: codes,
                message:
                    "To sign in, open the page \(codes.verificationURI) in a browser and type the code \(codes.userCode)."
            )
        } catch {
            throw EntraError(error)
        }
    }

    private func client(
        _ credentials: ClientCredentials,
        _ authorization: String?,
        _ context: RequestContext
    ) async throws(OAuthError) -> Client {
        let core = devices.core
        guard authorization == nil, credentials.clientSecret == nil, let id = credentials.clientID,
            let client = try await core.knownClient(Client.ID(id)), client.isConfidential
        else {
            return try await devices.clients.authenticate(credentials, authorization: authorization, context: context)
        }
        try core.countUnauthenticatedRequest(of: client.id, context)
        return client
    }
}
