package import Foundation

/// The directives of the header field `Cache-Control` that concern a private cache (RFC 9111 §5.2.2).
package struct CacheControl: Sendable, Equatable {
    /// The number of seconds for which a response may be reused; `nil` without a directive.
    package let maxAge: TimeInterval?

    /// Parses the field; directives that are unknown or malformed are ignored.
    package init(_ text: String) {
        var ages: [TimeInterval] = []
        for directive in text.split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1).map {
                Self.trimming([" ", "\t"], of: $0).lowercased()
            }
            switch (parts.first, parts.dropFirst().first) {
            case ("no-store", _), ("no-cache", _): ages.append(0)
            case ("max-age", let value?): Self.seconds(value).map { ages.append($0) }
            default: break
            }
        }
        // Of contradicting directives, the most restrictive one counts (RFC 9111 §4.2.1).
        maxAge = ages.min()
    }

    /// Parses a number of seconds; one that does not fit counts as the greatest (RFC 9111 §1.2.2).
    private static func seconds(_ text: String) -> TimeInterval? {
        let digits = trimming(["\""], of: text[...])
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return TimeInterval(Int32(digits) ?? .max)
    }

    /// Returns a text without the characters at both ends.
    private static func trimming(_ characters: Set<Character>, of text: Substring) -> String {
        let rest = text.drop(while: characters.contains)
        guard let last = rest.lastIndex(where: { !characters.contains($0) }) else { return "" }
        return String(rest[...last])
    }
}
