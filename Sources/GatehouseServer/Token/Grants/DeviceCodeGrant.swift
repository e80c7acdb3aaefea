import Foundation
import GatehouseStore
import GatehouseWire

/// A device asks whether somebody has said yes elsewhere, and gets its tokens when they have (RFC 8628 §3.4, §3.5).
struct DeviceCodeGrant: Grant {
    /// Seconds by which a question may come early: two that were sent in time may travel at different speeds.
    private static let tolerance: TimeInterval = 1
    /// Seconds by which a device that does not wait has to wait longer.
    private static let penalty = 5

    let core: ServerCore
    let code: Secret

    /// Every kind of client may use it: a device can seldom keep a secret.
    func admit(_ client: Client) throws(OAuthError) {}

    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens {
        let device = try await find(for: request)
        guard device.redeemedAt == nil else { throw Self.spent }
        guard request.now < device.expiresAt else {
            throw OAuthError(.expiredToken, "Nobody has decided in time. Start again.")
        }
        switch device.decision {
        case .pending: throw try await wait(device, at: request.now)
        case .denied: throw OAuthError(.accessDenied, "The person has refused.")
        case .approved: return try await start(device, request)
        }
    }

    private static let spent = OAuthError(.invalidGrant, "The device code was used before.")

    private func find(for request: GrantRequest) async throws(OAuthError) -> DeviceAuthorization {
        let id = DeviceAuthorization.ID(OpaqueToken.hash(of: code.reveal()))
        let device = try await core.device(id)
        guard let device, device.clientID == request.client.id else {
            throw OAuthError(.invalidGrant, "The device code is not one that was issued to this client.")
        }
        return device
    }

    /// Tells the device to ask again, and remembers that it asked.
    private func wait(_ device: DeviceAuthorization, at now: Date) async throws(OAuthError) -> OAuthError {
        let isEarly = device.lastPolledAt.map {
            now.timeIntervalSince($0) < TimeInterval(device.interval) - Self.tolerance
        }
        let interval = isEarly == true ? device.interval + Self.penalty : device.interval
        _ = try await core.conflict(committing: [.device(.poll(device.id, at: now, interval: interval))])
        return isEarly == true
            ? OAuthError(.slowDown, "Wait \(interval) seconds between two requests.")
            : OAuthError(.authorizationPending, "Nobody has decided yet. Ask again in \(interval) seconds.")
    }

    private func start(_ device: DeviceAuthorization, _ request: GrantRequest) async throws(OAuthError) -> GrantedTokens
    {
        guard let signIn = SignIn(device.decision) else { throw .broken }
        let tokens = try await SessionStarter(core: core).start(signIn, for: request) { _ in
            .device(.redeem(device.id, at: request.now))
        }
        guard let tokens else { throw Self.spent }
        return tokens
    }
}
