public import Foundation

extension GatehouseClient {
    /// What a client takes from the world around it; a test hands in its own.
    public struct Environment: Sendable {
        /// The device's clock.
        public var now: @Sendable () -> Date
        /// So many bytes that nobody can guess.
        public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
        /// Waits for a time; throws when the task is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void

        /// What a client takes from the world around it; by default the real one.
        ///
        /// - Parameters:
        ///   - now: The device's clock.
        ///   - randomBytes: So many bytes that nobody can guess.
        ///   - sleep: Waits for a time; throws when the task is cancelled.
        public init(
            now: @escaping @Sendable () -> Date = { Date() },
            randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = Self.systemRandomBytes,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        ) {
            self.now = now
            self.randomBytes = randomBytes
            self.sleep = sleep
        }

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
