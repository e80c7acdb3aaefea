import Foundation

/// The address that a server is known by, checked (OpenID Connect Discovery §3; RFC 8414 §2).
package struct Issuer: Sendable, Equatable {
    /// Without a slash at the end.
    package let text: String
    /// Whether only this machine can reach it.
    package let isLocal: Bool
    package let isSecure: Bool
    package let host: String

    /// - Throws: when the text is no https URL, or http one of this machine, or has a query or fragment.
    package init(parsing text: String) throws(CommandFailure) {
        var trimmed = text
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let components = URLComponents(string: trimmed), let host = components.host, !host.isEmpty,
            components.query == nil, components.fragment == nil, components.user == nil,
            components.scheme == "https" || components.scheme == "http"
        else {
            throw CommandFailure(
                "The issuer \(text) is not an address such as https://id.example.com.",
                advice: "Give --issuer a URL with neither query nor fragment."
            )
        }
        isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
        isSecure = components.scheme == "https"
        guard isSecure || isLocal else {
            throw CommandFailure(
                "The issuer \(text) is not https, which only localhost may be.",
                advice: "Give --issuer an https URL."
            )
        }
        self.text = trimmed
        self.host = host
    }
}
