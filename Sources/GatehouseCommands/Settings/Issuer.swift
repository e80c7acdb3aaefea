import Foundation

/// The validated issuer URL (OpenID Connect Discovery §3; RFC 8414 §2).
package struct Issuer: Sendable, Equatable {
    /// The URL without a trailing slash.
    package let text: String
    /// Whether the host is a loopback address.
    package let isLocal: Bool
    package let isSecure: Bool
    package let host: String

    /// Parses an issuer URL.
    ///
    /// - Throws: If the text is not an https URL (or http on a loopback address), or has a user, query or fragment.
    package init(parsing text: String) throws(CommandError) {
        var trimmed = text
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let components = URLComponents(string: trimmed), let host = components.host, !host.isEmpty,
            components.query == nil, components.fragment == nil, components.user == nil,
            components.scheme == "https" || components.scheme == "http"
        else {
            throw CommandError(
                "Issuer '\(text)' isn't a valid URL.",
                advice: "Use a URL without query and fragment, for example https://id.example.com."
            )
        }
        isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
        isSecure = components.scheme == "https"
        guard isSecure || isLocal else {
            throw CommandError("--issuer must use https (http is for localhost only): \(text).")
        }
        self.text = trimmed
        self.host = host
    }
}
