public import Foundation

extension GatehouseClient {
    /// What a client takes from the world around it; a test hands in its own.
    public struct Environment: Sendable {
        /// The device's clock; whoever sets another one sets the uptime to follow it.
        public var now: @Sendable () -> Date {
            didSet { uptime = Self.uptime(by: now) }
        }
        /// So many bytes that nobody can guess.
        public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
        /// How much time has passed since some moment, by a clock that nobody can set and that goes on while the device sleeps.
        public var uptime: @Sendable () -> Duration
        /// Waits for a time, while somebody waits for what comes after it; throws when the task is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void
        /// Waits for a time while nobody waits, as before a refresh that failed is tried again; throws when the task is cancelled.
        public var backgroundSleep: @Sendable (Duration) async throws -> Void
        /// A source of reports that the network may be back; `nil` where the system does not report it.
        ///
        /// Each report retries failed work at once, as ``GatehouseClient/reconnect()`` does.
        public var networkChanges: (@Sendable () -> AsyncStream<Void>)?
        /// Hears of what the flight recorder keeps, as it happens.
        package var flightLog: @Sendable (FlightEvent) -> Void = { _ in }

        /// What a client takes from the world around it; by default the real one.
        ///
        /// - Parameters:
        ///   - now: The device's clock.
        ///   - randomBytes: So many bytes that nobody can guess.
        ///   - uptime: How much time has passed since some moment; by default the system's, or that of the clock handed in.
        ///   - sleep: Waits for a time, while somebody waits for what comes after it.
        ///   - backgroundSleep: Waits for a time while nobody waits.
        ///   - networkChanges: Reports each time that the network may be back; by default the system's path monitor
        ///     on Apple platforms, and `nil` elsewhere.
        public init(
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
        public static var systemNetworkChanges: (@Sendable () -> AsyncStream<Void>)? {
            #if canImport(Network)
            pathChanges
            #else
            nil
            #endif
        }

        private static func uptime(by now: @escaping @Sendable () -> Date) -> @Sendable () -> Duration {
            { .seconds(now().timeIntervalSinceReferenceDate) }
        }

        /// How long the system has been running, asleep or awake.
        ///
        /// - Returns: The time since some moment that stays the same while the process lives.
        public static func systemUptime() -> Duration {
            ContinuousClock.Instant.now - start
        }

        private static let start = ContinuousClock.Instant.now

        /// Bytes from the system's source of randomness.
        ///
        /// - Parameter count: How many.
        /// - Returns: That many bytes.
        public static func systemRandomBytes(_ count: Int) -> [UInt8] {
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    }
}
