import Foundation
import GatehouseWire

/// Sign-in on another device (RFC 8628).
struct DeviceSignIn: Sendable {
    let environment: GatehouseClient.Environment
    let clock: ServerClock

    /// Asks at the interval the server wants until the person has decided, five seconds longer each time the server says
    /// so or does not answer (RFC 8628 §3.5).
    ///
    /// - Parameter code: What was shown to the person.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` as the public function does.
    func run(_ code: DeviceCode) async throws(AuthError) -> StoredGrant {
        var interval = code.interval
        while true {
            guard (try? await environment.sleep(.seconds(interval))) != nil else { throw .cancelled() }
            guard clock.now < code.deadline else {
                throw AuthError(.expired, "The code has expired. Ask for a new one.", recovery: .interact)
            }
            let complete: DeviceCode.Completion
            do throws(AuthError) {
                complete = try await code.poll()
            } catch {
                switch error.serverCode.map(OAuthErrorCode.init) {
                case .authorizationPending?: continue
                case .slowDown?: interval += 5
                case _ where error.isTransient: interval += 5
                default: throw error
                }
                continue
            }
            return try await complete()
        }
    }
}
