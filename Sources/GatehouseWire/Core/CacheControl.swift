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
                $0.trimmingCharacters(in: .whitespaces).lowercased()
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
        let digits = text.trimmingCharacters(in: ["\""])
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return TimeInterval(Int32(digits) ?? .max)
    }
}
