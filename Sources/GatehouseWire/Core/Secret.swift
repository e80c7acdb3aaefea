/// Text that must never be seen by accident: a token, a code, a client secret.
///
/// Printing, interpolating, dumping or logging it shows `•••`. The text itself comes out through `reveal()` and through
/// encoding, which are the two places to look at in a review.
public struct Secret: Sendable, Hashable {
    private let text: String

    /// Hides a text.
    ///
    /// - Parameter text: The text to hide.
    public init(_ text: String) {
        self.text = text
    }

    /// The hidden text.
    ///
    /// - Returns: The text as it was given.
    public func reveal() -> String { text }

    /// Whether the hidden text equals another one, in a time that depends on their lengths alone.
    ///
    /// - Parameter other: The text to compare with.
    /// - Returns: `true` when both are the same, byte for byte.
    public func matches(_ other: String) -> Bool {
        let left = text.utf8
        let right = other.utf8
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Compares two secrets in a time that depends on their lengths alone.
    ///
    /// - Parameters:
    ///   - left: One secret.
    ///   - right: The other one.
    /// - Returns: `true` when both hide the same text.
    public static func == (left: Self, right: Self) -> Bool {
        left.matches(right.text)
    }
}

extension Secret: Codable {
    /// Reads the secret from a plain string.
    ///
    /// - Parameter decoder: Where the string is read from.
    /// - Throws: `DecodingError` when there is no string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the secret as a plain string: this is how it travels.
    ///
    /// - Parameter encoder: Where the string is written to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three dots, whatever the secret is.
    public var description: String { "•••" }

    /// Three dots, whatever the secret is.
    public var debugDescription: String { "•••" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
