import Foundation
import Gatehouse

/// Shows the claims in a token to people.
///
/// An app has no need to: what it should know of a person, `Session.user()` tells it.
enum TokenClaims {
    /// The claims of a signed token (RFC 7519), unchecked.
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

    /// A string as it is, anything else as JSON.
    static func text(of value: JSONValue) -> String {
        if let text = value.string { return text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
