import Foundation
import Gatehouse

/// Formats the claims of a token for display.
///
/// An app has no need for this: `Session.user()` returns the user's claims.
enum TokenClaims {
    /// Returns the claims of a signed token (RFC 7519) without verifying it.
    static func text(of token: String) -> String {
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { return token }
        let base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: base64 + padding),
            let claims = try? JSONDecoder().decode(JSONValue.self, from: data)
        else { return token }
        return text(of: claims)
    }

    /// Returns a string as it is, other values as JSON.
    static func text(of value: JSONValue) -> String {
        if let text = value.string { return text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
