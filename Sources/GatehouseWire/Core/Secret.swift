/// Text that must not be disclosed by accident: a token, a code, a client secret.
///
/// Printing, interpolating, dumping or logging it shows `•••`. Only `reveal()` and encoding disclose the text, so a
/// review can search for these two.
public struct Secret: Sendable, Hashable {
    private let text: String

    /// Creates a secret.
    ///
    /// - Parameter text: The text to protect.
    public init(_ text: String) {
        self.text = text
    }

    /// Returns the protected text.
    ///
    /// - Returns: The text, unchanged.
    public func reveal() -> String { text }

    /// Returns a Boolean value that indicates whether the secret equals a text, in time that depends on the lengths
    /// only.
    ///
    /// - Parameter other: The text to compare with.
    /// - Returns: `true` if both are equal, byte for byte.
    public func matches(_ other: String) -> Bool {
        let left = text.utf8
        let right = other.utf8
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Compares two secrets in time that depends on their lengths only.
    ///
    /// - Parameters:
    ///   - left: A secret.
    ///   - right: Another secret.
    /// - Returns: `true` if both protect the same text.
    public static func == (left: Self, right: Self) -> Bool {
        left.matches(right.text)
    }
}

extension Secret: Codable {
    /// Decodes the secret from a plain string.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the secret as a plain string, for transmission.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three dots for every secret.
    public var description: String { "•••" }

    /// Three dots for every secret.
    public var debugDescription: String { "•••" }

    /// A mirror without children, so that `dump` discloses nothing.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
