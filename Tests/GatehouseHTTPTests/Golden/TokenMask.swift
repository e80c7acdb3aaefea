import Foundation
import GatehouseWire

/// Replaces signed tokens, which differ each time, by their type, and collects their content.
struct TokenMask {
    /// The header and claims of each token, in order of appearance.
    private(set) var contents: [(name: String, header: String, claims: String)] = []

    /// Returns the text without signed tokens.
    mutating func mask(_ text: String) -> String {
        text.replacing(/eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/) { match in
            let parts = match.output.split(separator: ".").map { Base64URL.decode(String($0)) ?? Data() }
            let header = String(decoding: parts[0], as: UTF8.self)
            let name = header.contains("at+jwt") ? "access token" : "ID token"
            let claims = String(decoding: parts[1], as: UTF8.self)
                .replacing(/"at_hash":"[^"]*"/) { _ in "\"at_hash\":\"<hash of the access token>\"" }
            contents.append((name, header, claims))
            return "<\(name)>"
        }
    }
}
