/// What kind of token a revocation or introspection request names (RFC 7009 §2.1).
public struct TokenTypeHint: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An access token.
    public static let accessToken = Self(rawValue: "access_token")

    /// A refresh token.
    public static let refreshToken = Self(rawValue: "refresh_token")
}
