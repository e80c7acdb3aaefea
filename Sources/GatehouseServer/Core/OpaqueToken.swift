import Crypto
import Foundation
package import GatehouseWire

/// A random secret that is handed out once and kept only as its hash: codes, cookies, client secrets.
package struct OpaqueToken: Sendable {
    package let secret: Secret
    /// SHA-256 of the secret, base64url: what is stored, and looked up by.
    package var hash: String { Self.hash(of: secret.reveal()) }

    /// A new one of 256 bits.
    package init(random: RandomSource) {
        secret = Secret(Base64URL.encode(random.bytes(32)))
    }

    /// The hash under which a presented secret would be stored.
    ///
    /// A lookup by hash needs no constant-time comparison.
    package static func hash(of secret: String) -> String {
        Base64URL.encode(Data(SHA256.hash(data: Data(secret.utf8))))
    }

    /// A new record id: 128 random bits, base64url.
    package static func identifier(random: RandomSource) -> String {
        while true {
            let text = Base64URL.encode(random.bytes(16))
            // It would be taken for an option on a command line.
            if !text.hasPrefix("-") { return text }
        }
    }
}
