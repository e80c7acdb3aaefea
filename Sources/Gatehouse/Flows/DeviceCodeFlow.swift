import Foundation
import GatehouseWire

/// The device authorization grant: sign-in on another device (RFC 8628).
struct DeviceCodeFlow: Sendable {
    /// The maximum delay while the server does not respond.
    private static let longestPause = Duration.seconds(60)

    let environment: GatehouseClient.ClientEnvironment
    let clock: ServerClock

    /// Polls at the server's interval until the user has decided.
    ///
    /// The interval grows by five seconds each time the server returns `slow_down`. While the server does not respond,
    /// the delay doubles temporarily (RFC 8628 §3.5). The last request is sent right before the code expires.
    ///
    /// - Parameter code: The code shown to the user.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` as the public method does.
    func run(_ code: DeviceCodeGrant) async throws(AuthError) -> StoredSession {
        var interval = Duration.seconds(code.interval)
        var pause = interval
        while true {
            let left = Duration.seconds(code.deadline.timeIntervalSince(clock.now))
            // A backoff beyond the interval must not delay the last poll until after the expiration.
            let wait = max(interval, min(pause, left - .seconds(1)))
            guard (try? await environment.sleep(min(wait, left))) != nil else { throw .cancelled() }
            guard wait < left else {
                throw AuthError(.flowExpired, "The code has expired. Request a new one.", recovery: .signInAgain)
            }
            let complete: DeviceCodeGrant.Completion
            do throws(AuthError) {
                complete = try await code.poll()
            } catch {
                switch error.response?.error.map(OAuthErrorCode.init) {
                case .authorizationPending?: pause = interval
                case .slowDown?:
                    interval += .seconds(5)
                    pause = interval
                case _ where error.isTransient:
                    pause = max(min(pause * 2, max(Self.longestPause, interval)), error.retryAfter ?? .zero)
                default: throw error
                }
                continue
            }
            return try await complete()
        }
    }
}
