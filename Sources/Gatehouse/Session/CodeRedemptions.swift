import GatehouseConcurrency
import GatehouseWire

/// The authorization codes that this process redeems or has redeemed.
///
/// The server takes a code that is sent twice for a stolen one, and ends its session (RFC 6749 §4.1.2). An app may
/// finish a sign-up twice, for example after a double tap.
final class CodeRedemptions: Sendable {
    private let codes = Mutex<Set<Secret>>([])

    /// Redeems a code once.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - redeem: Redeems it; after an error it can be redeemed again.
    /// - Returns: The result of the redemption.
    /// - Throws: `flowExpired` for a code that was redeemed before; otherwise the error of the redemption.
    func once<Value: Sendable>(
        _ code: Secret,
        redeem: () async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        guard codes.withLock({ $0.insert(code).inserted }) else {
            throw AuthError(.flowExpired, "The flow is complete. Start again.", recovery: .signInAgain)
        }
        do throws(AuthError) { return try await redeem() } catch {
            codes.withLock { _ = $0.remove(code) }
            throw error
        }
    }
}
