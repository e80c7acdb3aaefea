/// A redirect URI (RFC 6749 §3.1.2, RFC 8252 §7); kept as text, because URIs are compared by exact string matching.
package struct RedirectURI: Sendable, Hashable, RawRepresentable, Codable, CustomStringConvertible {
    package let rawValue: String

    /// Creates a redirect URI from an absolute URI without a fragment.
    ///
    /// Returns `nil` for schemes that execute code or read files, for `http` and `https` without a host, with user
    /// information or with an invalid port, and for characters outside RFC 3986.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= 2048, rawValue.utf8.allSatisfy(Self.isAllowed),
            let colon = rawValue.firstIndex(of: ":")
        else { return nil }
        let scheme = rawValue[..<colon].lowercased()
        guard let first = scheme.first, first.isLetter, scheme.allSatisfy(Self.isSchemeCharacter),
            !["javascript", "vbscript", "data", "file", "filesystem", "blob", "about", "view-source"].contains(scheme)
        else { return nil }
        self.rawValue = rawValue
        if ["http", "https"].contains(scheme) {
            guard let authority, let host, Self.isName(host) else { return nil }
            guard Self.isPort(authority.dropFirst(host.count)) else { return nil }
        }
    }

    /// Returns whether the text is empty or a colon and an optional 16-bit port (RFC 3986 §3.2.3).
    private static func isPort(_ text: Substring) -> Bool {
        guard text.hasPrefix(":") else { return text.isEmpty }
        let digits = text.dropFirst()
        return digits.isEmpty || digits.allSatisfy(\.isWholeNumber) && UInt16(digits) != nil
    }

    /// Returns whether the host is a DNS name or an IP address: hosts are written into header fields, where other
    /// characters have a meaning.
    private static func isName(_ host: String) -> Bool {
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isAddress ? host.dropFirst().dropLast() : host[...]
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."): true
                case UInt8(ascii: ":"): isAddress
                case UInt8(ascii: "-"), UInt8(ascii: "_"): !isAddress
                default: false
                }
            }
    }

    package var description: String { rawValue }

    /// The text after the scheme's colon.
    private var rest: Substring {
        rawValue.drop { $0 != ":" }.dropFirst()
    }

    package var scheme: String { rawValue.prefix { $0 != ":" }.lowercased() }

    /// The host and port as written, if there is an authority.
    private var authority: Substring? {
        guard rest.hasPrefix("//") else { return nil }
        return rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
    }

    /// The host in lower case, if there is one; an IPv6 address keeps its brackets.
    package var host: String? {
        guard let authority else { return nil }
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            return authority[...bracket].lowercased()
        }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    /// The path and query; an absent path is `/`.
    private var pathAndQuery: String {
        let tail = rest.dropFirst(2 + (authority?.count ?? 0))
        return tail.hasPrefix("/") ? String(tail) : "/" + tail
    }

    /// The origin as browsers write it in the `Origin` header, for `http` and `https`.
    package var origin: String? {
        guard let authority, ["http", "https"].contains(scheme) else { return nil }
        let text = scheme + "://" + authority.lowercased()
        for (prefix, port) in [("http:", ":80"), ("https:", ":443")]
        where text.hasPrefix(prefix) && text.hasSuffix(port) {
            return String(text.dropLast(port.count))
        }
        return text
    }

    /// Whether the URI leads to a program on the user's own device over plain HTTP (RFC 8252 §7.3).
    package var isLoopback: Bool {
        scheme == "http" && ["127.0.0.1", "[::1]", "localhost"].contains(host)
    }

    /// Whether the redirect goes to an app on the user's device: a private-use scheme or a loopback address (RFC 8252
    /// §7.1, §7.3).
    package var isOnDevice: Bool { isLoopback || !["https", "http"].contains(scheme) }

    /// Returns whether a client that registered the other URI may use this one: both are equal, or both are loopback
    /// URIs that differ in the port only (RFC 8252 §7.3).
    package func matches(registered other: RedirectURI) -> Bool {
        rawValue == other.rawValue
            || isLoopback && other.isLoopback && host == other.host && pathAndQuery == other.pathAndQuery
    }

    /// Returns the URI with parameters appended to its query.
    package func addingToQuery(_ parameters: Parameters) -> String {
        addingToQuery(parameters.formEncoded)
    }

    /// Returns the URI with encoded parameters appended to its query.
    package func addingToQuery(_ parameters: String) -> String {
        guard !parameters.isEmpty else { return rawValue }
        let separator = !rawValue.contains("?") ? "?" : rawValue.hasSuffix("?") || rawValue.hasSuffix("&") ? "" : "&"
        return rawValue + separator + parameters
    }

    private static func isSchemeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    /// Returns whether RFC 3986 allows the character; excludes `#`, which begins a fragment.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
        default: false
        }
    }
}
