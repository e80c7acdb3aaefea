/// How a code challenge is derived from its verifier (RFC 7636 §4.2).
public struct CodeChallengeMethod: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// SHA-256, the only method of OAuth 2.1 and OpenID Connect here.
    public static let s256 = Self(rawValue: "S256")

    /// The verifier itself: accepted by the endpoints of Login with Amazon, refused everywhere else.
    public static let plain = Self(rawValue: "plain")
}
