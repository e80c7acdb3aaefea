import Foundation
import GatehouseStore
import GatehouseWire

/// The device code grant (RFC 8628 §3.4, §3.5).
struct DeviceCodeGrant: TokenEndpointGrant {
    static let isWithoutUser = false

    /// The accepted number of seconds by which a poll may be early, as network latency varies.
    private static let tolerance: TimeInterval = 1
    /// The number of seconds added to the interval of a device that polls too fast (RFC 8628 §3.5).
    private static let slowDownIncrement = 5

    let services: GrantServices
    let code: Secret

    /// All clients may use the grant: most devices cannot keep a secret.
    func checkEligibility(of client: Client) throws(OAuthError) {}

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        let device = try await find(for: request)
        guard device.redeemedAt == nil else { throw Self.alreadyUsed }
        guard request.now < device.expiresAt else {
            throw OAuthError(.expiredToken, "The device code has expired.")
        }
        switch device.decision {
        case .pending: throw try await wait(device, at: request.now)
        case .denied: throw OAuthError(.accessDenied, "The user denied the request.")
        case .approved: return try await start(device, request)
        }
    }

    private static let alreadyUsed = OAuthError(.invalidGrant, "The device code was already used.")

    private func find(for request: GrantContext) async throws(OAuthError) -> DeviceAuthorization {
        let id = DeviceAuthorization.ID(OpaqueToken.hash(of: code.reveal()))
        let device = try await services.records.device(id)
        guard let device, device.clientID == request.client.id else {
            throw OAuthError(.invalidGrant, "The device code is invalid.")
        }
        return device
    }

    /// Records the poll and returns the error for a pending authorization or for polling too fast.
    private func wait(_ device: DeviceAuthorization, at now: Date) async throws(OAuthError) -> OAuthError {
        let isEarly = device.lastPolledAt.map {
            now.timeIntervalSince($0) < TimeInterval(device.interval) - Self.tolerance
        }
        let interval = isEarly == true ? device.interval + Self.slowDownIncrement : device.interval
        _ = try await services.records.firstConflict(committing: [
            .device(.poll(device.id, at: now, interval: interval))
        ])
        return isEarly == true
            ? OAuthError(.slowDown, "Polling too fast: wait \(interval) seconds.")
            : OAuthError(.authorizationPending, "The authorization is still pending.")
    }

    private func start(_ device: DeviceAuthorization, _ request: GrantContext) async throws(OAuthError) -> IssuedTokens
    {
        guard let signIn = SessionRequest(device) else { throw .broken }
        let tokens = try await services.sessions.start(signIn, for: request) { _ in
            .device(.redeem(device.id, at: request.now))
        }
        guard let tokens else { throw Self.alreadyUsed }
        return tokens
    }
}

extension DeviceCodeGrant {
    init(_ request: DeviceCodeParameters, _ services: GrantServices) {
        self.init(services: services, code: request.code)
    }
}
