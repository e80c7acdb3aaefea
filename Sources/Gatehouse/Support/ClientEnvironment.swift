package import Foundation

/// The clock, randomness and timers of a client; replaceable in tests.
package struct ClientEnvironment: Sendable {
    /// The device's clock; setting it makes ``uptime`` follow it.
    package var now: @Sendable () -> Date {
        didSet { uptime = Self.uptime(by: now) }
    }
    /// A source of cryptographically secure random bytes.
    package var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// A monotonic clock that cannot be set and that continues while the device sleeps.
    package var uptime: @Sendable () -> Duration
    /// Waits while a caller is waiting; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Waits for background work, such as a refresh retry; throws when the task is cancelled.
    package var backgroundSleep: @Sendable (Duration) async throws -> Void
    /// A source of reports that the network may be back; `nil` where the system does not report it.
    ///
    /// Each report retries at once the refreshes that failed because of the network, and pending sign-outs;
    /// ``GatehouseClient/retryPendingWork()`` also retries refreshes that the server answered with an error.
    package var networkChanges: (@Sendable () -> AsyncStream<Void>)?
    /// Receives each diagnostic event as it is recorded, in one line.
    package var eventLog: @Sendable (String) -> Void = { _ in }

    /// Creates an environment; by default with the system's clocks and randomness.
    ///
    /// - Parameters:
    ///   - now: The device's clock.
    ///   - randomBytes: A source of cryptographically secure random bytes.
    ///   - uptime: A monotonic clock; by default the system's, or one derived from `now`.
    ///   - sleep: Waits while a caller is waiting.
    ///   - backgroundSleep: Waits for background work.
    ///   - networkChanges: A source of reports that the network may be back; by default the system's path monitor
    ///     on Apple platforms, and `nil` elsewhere.
    package init(
        now: (@Sendable () -> Date)? = nil,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = Self.systemRandomBytes,
        uptime: (@Sendable () -> Duration)? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        backgroundSleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        networkChanges: (@Sendable () -> AsyncStream<Void>)? = Self.systemNetworkChanges
    ) {
        self.now = now ?? { Date() }
        if let uptime {
            self.uptime = uptime
        } else {
            self.uptime = now.map(Self.uptime(by:)) ?? Self.systemUptime
        }
        self.randomBytes = randomBytes
        self.sleep = sleep
        self.backgroundSleep = backgroundSleep
        self.networkChanges = networkChanges
    }

    /// The system's path monitor (`NWPathMonitor`) on Apple platforms; `nil` elsewhere.
    package static var systemNetworkChanges: (@Sendable () -> AsyncStream<Void>)? {
        #if canImport(Network)
        pathChanges
        #else
        nil
        #endif
    }

    private static func uptime(by now: @escaping @Sendable () -> Date) -> @Sendable () -> Duration {
        { .seconds(now().timeIntervalSinceReferenceDate) }
    }

    /// Returns the time since the first call in this process, including time asleep.
    ///
    /// - Returns: The time since a moment that is fixed for the life of the process.
    package static func systemUptime() -> Duration {
        ContinuousClock.Instant.now - start
    }

    private static let start = ContinuousClock.Instant.now

    /// Returns bytes from the system's random number generator.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: The random bytes.
    package static func systemRandomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
