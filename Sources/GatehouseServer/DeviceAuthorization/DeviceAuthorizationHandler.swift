import Foundation
import GatehouseStore
package import GatehouseWire

/// `/oauth2/device_authorization`: RFC 8628 §3.1 and §3.2.
package struct DeviceAuthorizationHandler: Sendable {
    /// Where a person types the code, below the issuer.
    package static let verificationPath = "/device"
    /// Seconds between two token requests of a device.
    private static let interval = 5

    let core: ServerCore
    let clients: ClientAuthenticator

    package init(core: ServerCore) {
        self.core = core
        clients = ClientAuthenticator(core: core)
    }

    /// Answers one request.
    ///
    /// - Throws: `invalid_client`, `unauthorized_client`, `invalid_scope` or `invalid_target`.
    package func authorizeDevice(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        let request = try DeviceAuthorizationRequest(parameters: parameters)
        let client = try await clients.authenticate(
            request.client,
            authorization: authorization,
            context: context
        )
        return try await authorizeDevice(request, for: client)
    }

    /// Answers a request of an identified client, for every protocol adapter.
    func authorizeDevice(
        _ request: DeviceAuthorizationRequest,
        for client: Client
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        guard client.grantTypes.contains(.deviceCode) else {
            throw OAuthError(.unauthorizedClient, "The client is not registered for the device grant.")
        }
        let scopes = try ScopePolicy(registered: client.scopes).granted(request.scope)
        _ = try ResourcePolicy(issuer: core.settings.issuer).audience(for: request.resources)
        return try await begin(scopes, client)
    }

    /// Begins an authorization for an authenticated client, whichever dialect it came in by.
    func begin(_ scopes: ScopeSet, _ client: Client) async throws(OAuthError) -> DeviceAuthorizationResponse {
        // Two living codes may not be the same; with so many to choose from, a second draw is next to never needed.
        for _ in 0..<8 {
            if let response = try await draw(scopes, client) { return response }
        }
        throw .busy
    }

    /// - Returns: `nil` when the code drawn is another device's.
    private func draw(_ scopes: ScopeSet, _ client: Client) async throws(OAuthError) -> DeviceAuthorizationResponse? {
        let code = OpaqueToken(random: core.environment.random)
        let userCode = UserCode(random: core.environment.random)
        let now = core.now
        let lifetime = core.settings.lifetimes.deviceCode
        let device = DeviceAuthorization(
            id: DeviceAuthorization.ID(code.hash),
            userCode: userCode.normalized,
            clientID: client.id,
            scopes: scopes,
            interval: Self.interval,
            createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime)
        )
        let query = Parameters([.userCode: userCode.display]).formEncoded
        guard let page = URL(string: core.settings.issuer + Self.verificationPath) else { throw .broken }
        guard try await core.conflict(committing: [.device(.insert(device))]) == nil else { return nil }
        return DeviceAuthorizationResponse(
            deviceCode: code.secret,
            userCode: userCode.display,
            verificationURI: page,
            verificationURIComplete: URL(string: page.absoluteString + "?" + query),
            expiresIn: Int(lifetime),
            interval: Self.interval
        )
    }
}
