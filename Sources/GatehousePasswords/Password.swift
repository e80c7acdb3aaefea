import Foundation

/// A password normalized for hashing with the OpaqueString profile of RFC 8265 §4.2.
///
/// Keyboards compose `é` and send spaces differently, so every space becomes U+0020 and the text is normalized to form
/// C. Form KC would also merge characters that users choose on purpose (`²` and `2`). Never prints its text.
package struct Password: Sendable {
    /// The normalized text.
    ///
    /// Length limits count its Unicode scalars.
    let text: String

    /// The maximum number of bytes that are normalized: 256 characters of four scalars each when decomposed.
    private static let longestEntry = 4096

    /// Creates a password.
    ///
    /// - Parameter entered: The entered text; text above the size limit is not normalized and never valid.
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
