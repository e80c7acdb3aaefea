/// How a client authenticates at the token endpoint (RFC 7591 §2).
public struct ClientAuthenticationMethod: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A public client: it has no secret.
    public static let none = Self(rawValue: "none")

    /// HTTP Basic.
    public static let clientSecretBasic = Self(rawValue: "client_secret_basic")

    /// Members of the form.
    public static let clientSecretPost = Self(rawValue: "client_secret_post")
}
