package import Foundation

/// The clocks and randomness of a verifier; replaceable in tests.
package struct VerifierEnvironment: Sendable {
    /// The clock that tokens are compared with.
    package var now: @Sendable () -> Date
    /// A monotonic clock, for the age of cached documents.
    package var uptime: @Sendable () -> Duration
    /// A source of cryptographically secure random bytes.
    package var randomBytes: @Sendable (_ count: Int) -> [UInt8]

    package init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.now = now
        self.uptime = uptime
        self.randomBytes = randomBytes
    }

    /// The system's clocks and randomness.
    package static let system = VerifierEnvironment(
        now: { Date() },
        uptime: { ContinuousClock.Instant.now - start },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    )

    private static let start = ContinuousClock.Instant.now
}
