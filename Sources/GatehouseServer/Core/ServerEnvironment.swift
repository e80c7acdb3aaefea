package import Foundation
package import Logging

/// What the server takes from the world: the time, randomness, a place to log.
///
/// Handed in once, at the composition root.
package struct ServerEnvironment: Sendable {
    package let now: @Sendable () -> Date
    package let random: RandomSource
    package let logger: Logger

    package init(now: @escaping @Sendable () -> Date, random: RandomSource, logger: Logger) {
        self.now = now
        self.random = random
        self.logger = logger
    }
}
