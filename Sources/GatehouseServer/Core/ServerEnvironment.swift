import Crypto
package import Foundation
package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire
package import Logging

/// The server's environment: time, randomness, key generation and logging.
///
/// Injected once, at the composition root. A class, because every handler holds it.
package final class ServerEnvironment: Sendable {
    private let clock: @Sendable () -> Date
    /// The time since an arbitrary point, for durations.
    package let uptime: @Sendable () -> Duration
    package let random: RandomSource
    package let makeKey: @Sendable (SigningAlgorithm) throws(JOSEError) -> SigningKey
    package let logger: Logger

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - uptime: A monotonic clock; defaults to `now`.
    ///   - random: The source of random bytes.
    ///   - makeKey: Creates a signing key.
    ///   - logger: The logger of all handlers and background tasks.
    package init(
        now: @escaping @Sendable () -> Date,
        uptime: (@Sendable () -> Duration)? = nil,
        random: RandomSource,
        makeKey: @escaping @Sendable (SigningAlgorithm) throws(JOSEError) -> SigningKey = SigningKey.generate,
        logger: Logger
    ) {
        clock = now
        self.uptime = uptime ?? { .seconds(now().timeIntervalSince1970) }
        self.random = random
        self.makeKey = makeKey
        self.logger = logger
    }

    /// The current time in milliseconds, the precision of the stores.
    package var now: Date { clock().flooredToMilliseconds }

    /// Returns a new record identifier.
    package func newID<Record>() -> TypedID<Record> {
        TypedID(OpaqueToken.identifier(random: random))
    }
}

/// A source of random bytes.
///
/// Injected everywhere, so that tests are deterministic.
package struct RandomSource: Sendable {
    /// Returns `count` unpredictable bytes.
    package let bytes: @Sendable (_ count: Int) -> Data

    package init(bytes: @escaping @Sendable (_ count: Int) -> Data) {
        self.bytes = bytes
    }

    /// Returns a uniformly distributed number below `bound`, by rejection sampling.
    package func number(below bound: UInt64) -> UInt64 {
        let limit = UInt64.max - UInt64.max % bound
        while true {
            let value = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if value < limit { return value % bound }
        }
    }
}

/// A random secret that is issued once and stored only as a hash: codes, cookies, client secrets.
package struct OpaqueToken: Sendable {
    package let secret: Secret
    /// The base64url-encoded SHA-256 hash of the secret, which is stored and looked up.
    package var hash: String { Self.hash(of: secret.reveal()) }

    /// Creates a secret of 256 random bits.
    package init(random: RandomSource) {
        self.init(bytes: random.bytes(32))
    }

    /// Creates a secret from unpredictable bytes.
    init(bytes: Data) {
        secret = Secret(Base64URL.encode(bytes))
    }

    /// Returns the hash under which a presented secret would be stored.
    ///
    /// A lookup by hash needs no constant-time comparison.
    package static func hash(of secret: String) -> String {
        Base64URL.encode(Data(SHA256.hash(data: Data(secret.utf8))))
    }

    /// Returns a new record identifier: 128 random bits, base64url-encoded.
    package static func identifier(random: RandomSource) -> String {
        while true {
            let text = Base64URL.encode(random.bytes(16))
            // A command line would parse a leading hyphen as an option.
            if !text.hasPrefix("-") { return text }
        }
    }
}

extension UUID {
    /// Creates a random UUID.
    package init(random: RandomSource) {
        self.init(bytes: random.bytes(16), version: 4)
    }

    /// The lowercase form of the UUID.
    package var text: String { uuidString.lowercased() }
}
