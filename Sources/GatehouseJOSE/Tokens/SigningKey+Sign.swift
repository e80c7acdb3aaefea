import Foundation
package import GatehouseWire

extension SigningKey {
    /// Writes claims as a signed token in compact form (RFC 7515 §7.1).
    ///
    /// - Throws: `cryptoFailure` when the library cannot sign.
    package func sign(_ claims: some Encodable, as kind: TokenKind) throws(JOSEError) -> Secret {
        let input = header(kind) + "." + Base64URL.encode(WireJSON.encode(claims))
        return Secret(input + "." + Base64URL.encode(try signature(for: Data(input.utf8))))
    }
}
