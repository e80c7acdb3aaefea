/// How an access token is used (RFC 6749 §7.1).
public struct TokenType: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// RFC 6750.
    public static let bearer = Self(rawValue: "Bearer")
}
