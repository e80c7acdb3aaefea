/// How a client asks for tokens (RFC 6749 §4, RFC 8628 §3.4).
public struct GrantType: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// RFC 6749 §4.1.3.
    public static let authorizationCode = Self(rawValue: "authorization_code")

    /// RFC 6749 §6.
    public static let refreshToken = Self(rawValue: "refresh_token")

    /// RFC 6749 §4.4.
    public static let clientCredentials = Self(rawValue: "client_credentials")

    /// RFC 8628 §3.4.
    public static let deviceCode = Self(rawValue: "urn:ietf:params:oauth:grant-type:device_code")
}
