import Foundation
import GatehouseStore
import GatehouseWire

extension GrantRequest {
    /// Seconds by which an app's clock may be ahead.
    private static let leeway: TimeInterval = 5 * 60

    /// When the access token of an app of Kii ends: as late as the client's may, or earlier where the app asks for that.
    ///
    /// - Parameter unrefreshed: How long a token lives at least where a session has no refresh token although the app's others have them:
    ///   whoever has no name has no other way back. `nil` for sessions that are like the others.
    /// - Returns: The time.
    /// - Throws: `invalid_request` for a time that is past, or later than the client's tokens may live.
    func kiiExpiry(unrefreshed: TimeInterval? = nil) throws(OAuthError) -> Date {
        let lifetime = max(client.kii?.tokenLifetime ?? 0, unrefreshed ?? 0)
        let latest = now.addingTimeInterval(lifetime)
        guard let expiresAt else { return latest }
        guard expiresAt > now else { throw OAuthError(.invalidRequest, "The token would have expired already.") }
        guard expiresAt <= latest.addingTimeInterval(Self.leeway) else {
            throw OAuthError(
                .invalidRequest,
                "A token of this app lives for \(Int(lifetime)) seconds at most."
            )
        }
        return min(expiresAt, latest)
    }
}
