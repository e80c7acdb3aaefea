import Crypto
import CryptoExtras
import Foundation
import GatehouseWire

extension JSONWebKey {
    /// The public half of an ES256 key, named by its thumbprint.
    init(_ key: P256.Signing.PublicKey) {
        let coordinates = key.rawRepresentation
        let x = Base64URL.encode(coordinates.prefix(32))
        let y = Base64URL.encode(coordinates.suffix(32))
        self.init(keyID: JSONWebKey(keyID: nil, x: x, y: y).thumbprint, x: x, y: y)
    }

    /// The public half of an RS256 key, named by its thumbprint; `nil` when the library cannot take it apart.
    init?(_ key: _RSA.Signing.PublicKey) {
        guard let primitives = try? key.getKeyPrimitives() else { return nil }
        let modulus = Base64URL.encode(primitives.modulus)
        let exponent = Base64URL.encode(primitives.publicExponent)
        let unnamed = JSONWebKey(keyID: nil, modulus: modulus, exponent: exponent)
        self.init(keyID: unnamed.thumbprint, modulus: modulus, exponent: exponent)
    }
}
