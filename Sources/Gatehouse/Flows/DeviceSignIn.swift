import Foundation
import GatehouseWire

/// Sign-in on another device (RFC 8628).
struct DeviceSignIn: Sendable {
    /// What a pause grows to while the server does not answer.
    private static let longestPause = Duration.seconds(60)

    let environment: GatehouseClient.Environment
    let clock: ServerClock

    /// Asks at the interval the server wants until the person has decided.
    ///
    /// The interval is five seconds longer from then on each time the server says so; the pause doubles while the server does not answer, and is as
    /// before once it does (RFC 8628 §3.5), so that the last question comes right before the code expires.
    ///
    /// - Parameter code: What was shown to the person.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` as the public function does.
    func run(_ code: DeviceCode) async throws(AuthError) -> StoredGrant {
        var interval = Duration.seconds(code.interval)
        var pause = interval
        while true {
            let left = Duration.seconds(code.deadline.timeIntervalSince(clock.now))
            // What is longer than the interval is there for the server's sake only, and must not cost the person's decision.
            let wait = max(interval, min(pause, left - .seconds(1)))
            guard (try? await environment.sleep(min(wait, left))) != nil else { throw .cancelled() }
            guard wait < left else {
                throw AuthError(.expired, "The code has expired. Ask for a new one.", recovery: .interact)
            }
            let complete: DeviceCode.Completion
            do throws(AuthError) {
                complete = try await code.poll()
            } catch {
                switch error.serverCode.map(OAuthErrorCode.init) {
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
