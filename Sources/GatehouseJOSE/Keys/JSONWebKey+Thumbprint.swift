import Foundation
package import GatehouseWire

extension JSONWebKey {
    /// The SHA-256 thumbprint in base64url (RFC 7638 §3), `nil` for a key of a family that is not known here.
    package var thumbprint: String? {
        essential.map { Base64URL.encode(SHA256Digest.of(WireJSON.encode($0))) }
    }
}
