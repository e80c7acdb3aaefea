package import Foundation
package import GatehouseJOSE
package import GatehouseWire
package import Logging

/// What the server takes from the world: the time, randomness, new signing keys, a place to log.
///
/// Handed in once, at the composition root.
package struct ServerEnvironment: Sendable {
    package let now: @Sendable () -> Date
    package let random: RandomSource
    package let makeKey: @Sendable (SigningAlgorithm) throws(JOSEError) -> SigningKey
    package let logger: Logger

    package init(
        now: @escaping @Sendable () -> Date,
        random: RandomSource,
        makeKey: @escaping @Sendable (SigningAlgorithm) throws(JOSEError) -> SigningKey = SigningKey.generate,
        logger: Logger
    ) {
        self.now = now
        self.random = random
        self.makeKey = makeKey
        self.logger = logger
    }
}
