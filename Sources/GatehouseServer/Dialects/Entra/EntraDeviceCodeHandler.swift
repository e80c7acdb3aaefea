package import GatehouseWire

/// `/oauth2/v2.0/devicecode`: the device flow as Entra's clients begin it.
package struct EntraDeviceCodeHandler: Sendable {
    let devices: DeviceAuthorizationHandler

    /// Answers one request.
    package func authorizeDevice(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(EntraError) -> EntraDeviceCodeResponse {
        do {
            let codes = try await devices.authorizeDevice(parameters, authorization: authorization, context: context)
            return EntraDeviceCodeResponse(
                codes: codes,
                message:
                    "To sign in, open the page \(codes.verificationURI) in a browser and type the code \(codes.userCode)."
            )
        } catch {
            throw EntraError(error)
        }
    }
}
