import Foundation

/// A validated and normalized email address.
///
/// Follows browsers' email fields (HTML §4.10.5.1.5), extended to letters of all scripts (RFC 6531), with a domain of
/// at least two labels. Quoted local parts and address literals are rejected: they are not in use, and parsers disagree
/// on them. Dots may appear anywhere in the local part, as Japanese carriers assigned such addresses.
package struct EmailAddress: Sendable, Hashable {
    /// The normalized form, in which the server stores, compares and contacts the address.
    ///
    /// Lowercase and normalization form C on both sides of the `@`, as all mail providers treat addresses, with the
    /// domain in ASCII (RFC 5891), so that a mailbox has one account.
    package let normalized: String

    /// The maximum length of the input, in bytes: an address of 254 bytes with every character decomposed.
    private static let maximumInputLength = 1024

    /// Parses an address.
    ///
    /// Returns `nil` if it is invalid.
    ///
    /// - Parameter entered: The user's input, with at most 254 bytes of UTF-8 (RFC 5321 §4.5.3.1.3) apart from
    ///   surrounding white space.
    package init?(_ entered: String) {
        guard entered.utf8.count <= Self.maximumInputLength else { return nil }
        let trimmed = entered.trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false).map {
            $0.lowercased().precomposedStringWithCanonicalMapping
        }
        guard parts.count == 2, let domain = Self.asciiDomain(parts[1]) else { return nil }
        let local = parts[0]
        guard (1...64).contains(local.utf8.count), local.unicodeScalars.allSatisfy(Self.isAllowedInLocalPart) else {
            return nil
        }
        normalized = local + "@" + domain
        guard normalized.utf8.count <= 254 else { return nil }
    }

    private static func isAllowedInLocalPart(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return asciiInLocalPart.contains(scalar) }
        return isPrintable(scalar)
    }

    private static let asciiInLocalPart = Set(
        "abcdefghijklmnopqrstuvwxyz0123456789.!#$%&'*+/=?^_`{|}~-".unicodeScalars
    )

    /// Returns whether a non-ASCII character is visible: no control, space, format character or private use.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// Returns the domain in ASCII, or `nil` if it is not a host name of at least two labels.
    private static func asciiDomain(_ domain: String) -> String? {
        guard domain.unicodeScalars.allSatisfy({ $0.isASCII || isPrintable($0) }) else { return nil }
        var components = URLComponents()
        components.scheme = "https"
        components.host = domain
        guard let ascii = components.encodedHost, ascii.utf8.count <= 253 else { return nil }
        let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(isLabel), labels.last?.contains(where: \.isLetter) == true else {
            return nil
        }
        return ascii
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: byte == UInt8(ascii: "-")
                }
            }
    }
}
