import Crypto
package import Foundation
package import GatehouseWire

/// SHA-256 as the specifications use it.
package enum SHA256Digest {
    /// The 32 bytes of the hash.
    package static func of(_ bytes: some DataProtocol) -> Data {
        Data(SHA256.hash(data: bytes))
    }

    /// The 32 bytes of the hash of a text in UTF-8.
    package static func of(_ text: String) -> Data {
        of(Data(text.utf8))
    }

    /// The left half of the hash of a token in base64url: `at_hash` of an access token (OpenID Connect Core §3.1.3.6).
    package static func tokenHash(_ token: Secret) -> String {
        Base64URL.encode(of(token.reveal()).prefix(16))
    }
}
