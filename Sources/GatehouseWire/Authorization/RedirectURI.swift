/// Where a browser is sent back to (RFC 6749 §3.1.2, RFC 8252 §7), compared letter by letter and so kept as text.
package struct RedirectURI: Sendable, Hashable, RawRepresentable, Codable, CustomStringConvertible {
    package let rawValue: String

    /// Checks that the text is an absolute URI without a fragment that a browser can be sent to.
    ///
    /// Answers `nil` for a scheme that runs code or reads files, for `http` and `https` without a host, with a user name
    /// in it or with a port that is not one, and for characters that RFC 3986 does not allow.
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

    /// Returns whether a text may follow a host: nothing, or a colon and an optional 16-bit port (RFC 3986 §3.2.3).
    private static func isPort(_ text: Substring) -> Bool {
        guard text.hasPrefix(":") else { return text.isEmpty }
        let digits = text.dropFirst()
        return digits.isEmpty || digits.allSatisfy(\.isWholeNumber) && UInt16(digits) != nil
    }

    /// Whether it is a name of the DNS or an IP address: a host is written into header fields, where other signs would mean something.
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

    /// Everything after the scheme's colon.
    private var rest: Substring {
        rawValue.drop { $0 != ":" }.dropFirst()
    }

    package var scheme: String { rawValue.prefix { $0 != ":" }.lowercased() }

    /// Host and port as written, when there is an authority.
    private var authority: Substring? {
        guard rest.hasPrefix("//") else { return nil }
        return rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
    }

    /// The host in small letters, when there is one; an IPv6 address keeps its brackets.
    package var host: String? {
        guard let authority else { return nil }
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            return authority[...bracket].lowercased()
        }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    /// Path and query; an absent path is the root.
    private var pathAndQuery: String {
        let tail = rest.dropFirst(2 + (authority?.count ?? 0))
        return tail.hasPrefix("/") ? String(tail) : "/" + tail
    }

    /// The origin as browsers write it in their `Origin` field, for `http` and `https`.
    package var origin: String? {
        guard let authority, ["http", "https"].contains(scheme) else { return nil }
        let text = scheme + "://" + authority.lowercased()
        for (prefix, port) in [("http:", ":80"), ("https:", ":443")]
        where text.hasPrefix(prefix) && text.hasSuffix(port) {
            return String(text.dropLast(port.count))
        }
        return text
    }

    /// Whether it leads to a program on the person's own machine over plain http (RFC 8252 §7.3).
    package var isLoopback: Bool {
        scheme == "http" && ["127.0.0.1", "[::1]", "localhost"].contains(host)
    }

    /// Whether a client that registered the other URI may use this one: both are equal, or both are loopback and differ
    /// in the port alone (RFC 8252 §7.3).
    package func matches(registered other: RedirectURI) -> Bool {
        rawValue == other.rawValue
            || isLoopback && other.isLoopback && host == other.host && pathAndQuery == other.pathAndQuery
    }

    /// The URI with parameters added to its query, behind those it has.
    package func addingToQuery(_ parameters: Parameters) -> String {
        addingToQuery(parameters.formEncoded)
    }

    /// The URI with parameters that are encoded already added to its query.
    package func addingToQuery(_ parameters: String) -> String {
        guard !parameters.isEmpty else { return rawValue }
        let separator = !rawValue.contains("?") ? "?" : rawValue.hasSuffix("?") || rawValue.hasSuffix("&") ? "" : "&"
        return rawValue + separator + parameters
    }

    private static func isSchemeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    /// Every character of RFC 3986 but `#`, which begins a fragment.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
        default: false
        }
    }
}
