import Foundation
package import GatehouseWire

extension JSONWebKey {
    /// The SHA-256 thumbprint in base64url (RFC 7638 §3), `nil` for a key of a family that is not known here.
    package var thumbprint: String? {
        let members: [String: String?]
        switch keyType {
        case .ellipticCurve: members = ["kty": keyType.rawValue, "crv": curve, "x": x, "y": y]
        case .rsa: members = ["kty": keyType.rawValue, "n": modulus, "e": exponent]
        default: return nil
        }
        guard members.values.allSatisfy({ $0 != nil }) else { return nil }
        return Base64URL.encode(SHA256Digest.of(WireJSON.encode(members)))
    }
}
