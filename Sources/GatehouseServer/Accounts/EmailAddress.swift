/// An e-mail address in the one form the server stores and compares.
///
/// Deliberately narrower than RFC 5321: no quoted local parts, no comments, no address literals. Letters are folded to lower case on both
/// sides of the `@`, as every mail provider in use treats them, so that one person has one account.
package struct EmailAddress: Sendable, Hashable {
    /// Longest address that can be mailed to (RFC 5321 §4.5.3.1.3), in bytes.
    static let maximumLength = 254

    package let normalized: String

    /// - Returns: `nil` when mail cannot be sent there. White space around it is ignored.
    package init?(_ text: String) {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let address = String(trimmed).lowercased()
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.maximumLength, parts.count == 2,
            Self.isLocalPart(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        normalized = address
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.unicodeScalars.allSatisfy(isAtomText)
            }
    }

    /// RFC 5322 §3.2.3 `atext`, with the letters beyond ASCII that RFC 6532 adds.
    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return isInternational(scalar) }
        return isLetterOrDigit(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCII ? isLetterOrDigit(scalar) || scalar == "-" : isInternational(scalar)
                    }
            }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": true
        default: false
        }
    }

    private static func isInternational(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
                || scalar.properties.generalCategory == .spacingMark)
    }
}
