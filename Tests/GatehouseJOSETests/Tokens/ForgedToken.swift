import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire

/// Tokens that our own signing code would never write.
enum ForgedToken {
    /// A token with any header, signed by whatever the closure does with the signing input.
    static func make(header: JSONValue, claims: JSONValue, signature: (Data) throws -> Data) rethrows -> Secret {
        let input = Base64URL.encode(WireJSON.encode(header)) + "." + Base64URL.encode(WireJSON.encode(claims))
        return Secret(input + "." + Base64URL.encode(try signature(Data(input.utf8))))
    }

    /// A token with any header whose signature is nevertheless good.
    static func signed(by key: P256.Signing.PrivateKey, header: JSONValue, claims: JSONValue) throws -> Secret {
        try make(header: header, claims: claims) { try key.signature(for: $0).rawRepresentation }
    }
}
