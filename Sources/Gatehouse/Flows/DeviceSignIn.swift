import Foundation
import GatehouseJOSE
import GatehouseWire

/// Sign-in on another device (RFC 8628).
struct DeviceSignIn: Sendable {
    let service: TokenService
    let environment: GatehouseClient.Environment

    /// Gets a code, shows it, and asks until the person has decided.
    func run(
        scopes: ScopeSet,
        prompt: @Sendable (DeviceAuthorizationPrompt) async -> Void
    ) async throws(AuthError) -> StoredGrant {
        let server = try await service.directory.current()
        let client = service.authentication(at: server)
        let authorization = try await service.connection.send(
            DeviceAuthorizationEndpoint.self,
            DeviceAuthorizationRequest(scope: scopes, client: client.form),
            to: try server.required(\.deviceAuthorizationEndpoint, "sign-in on another device"),
            fields: client.fields
        )
        let deadline = environment.now().addingTimeInterval(TimeInterval(authorization.expiresIn))
        await prompt(DeviceAuthorizationPrompt(authorization, expiresAt: deadline))
        let tokens = try await poll(authorization, until: deadline)
        return try await service.grant(
            from: tokens,
            requested: scopes,
            id: Base64URL.encode(environment.randomBytes(16)),
            expecting: .init()
        )
    }

    /// Asks at the interval the server wants, five seconds longer each time it says so or does not answer (RFC 8628
    /// §3.5).
    private func poll(
        _ authorization: DeviceAuthorizationResponse,
        until deadline: Date
    ) async throws(AuthError) -> TokenResponse {
        var interval = authorization.interval
        while true {
            guard (try? await environment.sleep(.seconds(interval))) != nil else { throw .cancelled() }
            guard environment.now() < deadline else {
                throw AuthError(.expired, "The code has expired. Ask for a new one.", recovery: .interact)
            }
            do throws(AuthError) {
                return try await service.redeem(.deviceCode(authorization.deviceCode))
            } catch {
                switch error.serverCode.map(OAuthErrorCode.init) {
                case .authorizationPending?: continue
                case .slowDown?: interval += 5
                case _ where error.isTransient: interval += 5
                default: throw error
                }
            }
        }
    }
}
