import Foundation

/// A password as a person typed it, made ready for hashing: the OpaqueString profile of RFC 8265 §4.2.
///
/// Keyboards disagree about how `é` is composed and which space they send, so every other space becomes U+0020 and the
/// text is put into Unicode normalisation form C. Form KC would also fold characters that people choose on purpose
/// (`²` and `2`), and case and width are kept, so nothing but the encoding changes. Never prints itself.
package struct Password: Sendable {
    /// The normalised text.
    ///
    /// Its length in Unicode scalars is what the limits count.
    let text: String

    /// The most bytes that are normalised: 256 characters, each of four scalars when decomposed.
    private static let longestEntry = 4096

    /// - Parameter entered: The password as it arrived; text longer than any password is not normalised, and is refused
    ///   or wrong.
    package init(_ entered: String) {
        guard entered.utf8.count <= Self.longestEntry else {
            text = entered
            return
        }
        var spaced = String.UnicodeScalarView()
        for scalar in entered.unicodeScalars {
            spaced.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        text = String(spaced).precomposedStringWithCanonicalMapping
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(reflecting: description) }
}
