import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire

/// Tokens that the signing code never creates.
enum ForgedToken {
    /// Returns a token with any header, signed by the closure.
    static func make(header: JSONValue, claims: JSONValue, signature: (Data) throws -> Data) rethrows -> Secret {
        try make(header: JSONCoding.encode(header), claims: JSONCoding.encode(claims), signature: signature)
    }

    private static func make(header: Data, claims: Data, signature: (Data) throws -> Data) rethrows -> Secret {
        let input = Base64URL.encode(header) + "." + Base64URL.encode(claims)
        return Secret(input + "." + Base64URL.encode(try signature(Data(input.utf8))))
    }

    /// Returns a token with any header and a valid signature.
    static func signed(by key: P256.Signing.PrivateKey, header: JSONValue, claims: JSONValue) throws -> Secret {
        try make(header: header, claims: claims) { try key.signature(for: $0).rawRepresentation }
    }

    /// Returns a token with any texts as header and claims, and a valid signature.
    static func signed(by key: P256.Signing.PrivateKey, headerText: String, claimsText: String) throws -> Secret {
        try make(header: Data(headerText.utf8), claims: Data(claimsText.utf8)) {
            try key.signature(for: $0).rawRepresentation
        }
    }
}
