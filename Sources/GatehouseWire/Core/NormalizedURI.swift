/// An absolute `http` or `https` URI in normal form, without query and fragment (RFC 3986 §6.2.2, §6.2.3).
package struct NormalizedURI: Sendable, Hashable, CustomStringConvertible {
    /// The maximum length of a URI in bytes.
    package static let limit = 4096

    package let description: String

    /// Creates a URI from text; `nil` for another scheme, without a host, with user information, with an invalid port,
    /// or with characters or escapes that RFC 3986 §2 does not allow.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.limit else { return nil }
        let text = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = Substring(text[..<colon]).lowercased()
        let rest = text[text.index(after: colon)...]
        guard let defaultPort: UInt16 = ["http": 80, "https": 443][scheme],
            rest.starts(with: "//".utf8)
        else { return nil }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        guard let authority = Self.authority(authority, defaultPort: defaultPort),
            let path = Self.normalEscapes(in: rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") })
        else { return nil }
        description = "\(scheme)://\(authority)\(Self.removingDotSegments(path))"
    }

    /// The scheme, host and port.
    package var origin: String {
        let start = description.firstRange(of: "://")?.upperBound ?? description.startIndex
        return String(description[..<(description[start...].firstIndex(of: "/") ?? description.endIndex)])
    }

    /// Returns the host in lower case and the port, unless it is empty or the scheme's own.
    private static func authority(_ text: Substring.UTF8View, defaultPort: UInt16) -> String? {
        let isAddress = text.first == UInt8(ascii: "[")
        let hostEnd = text.firstIndex(of: UInt8(ascii: isAddress ? "]" : ":")) ?? text.endIndex
        guard let host = isAddress ? address(text[..<hostEnd].dropFirst()) : name(text[..<hostEnd]) else { return nil }
        let port = text[hostEnd...].dropFirst(isAddress ? 1 : 0)
        guard !port.isEmpty else { return hostEnd < text.endIndex || !isAddress ? host : nil }
        let digits = port.dropFirst()
        guard port.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit) else { return nil }
        guard !digits.isEmpty else { return host }
        guard let number = UInt16(Substring(digits)) else { return nil }
        return number == defaultPort ? host : "\(host):\(number)"
    }

    /// Returns an IPv6 address in lower case and brackets.
    private static func address(_ text: Substring.UTF8View) -> String? {
        guard !text.isEmpty,
            text.allSatisfy({ hexDigit($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
        else { return nil }
        return "[\(Substring(text).lowercased())]"
    }

    /// Returns a host name in lower case.
    private static func name(_ text: Substring.UTF8View) -> String? {
        guard let name = normalEscapes(in: text), !name.isEmpty,
            name.allSatisfy({ isUnreserved($0) })
        else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// Returns the bytes with unreserved characters unescaped and other escapes in upper case; `nil` if an escape is
    /// malformed or a character has to be escaped.
    private static func normalEscapes(in text: Substring.UTF8View) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = bytes.next().flatMap(hexDigit), let low = bytes.next().flatMap(hexDigit) else {
                    return nil
                }
                let value = high << 4 | low
                if isUnreserved(value) {
                    result.append(value)
                } else {
                    let digits = Array("0123456789ABCDEF".utf8)
                    result += [UInt8(ascii: "%"), digits[Int(high)], digits[Int(low)]]
                }
            } else {
                guard isUnreserved(byte) || "/!$&'()*+,;=:@".utf8.contains(byte) else { return nil }
                result.append(byte)
            }
        }
        return result
    }

    /// Returns an absolute path without the segments `.` and `..` (RFC 3986 §5.2.4); an empty path is `/`.
    private static func removingDotSegments(_ path: [UInt8]) -> String {
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        var kept: [ArraySlice<UInt8>] = []
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return "/" + String(decoding: Array(kept.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
