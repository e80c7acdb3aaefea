/// One scope (RFC 6749 §3.3, OpenID Connect Core §5.4).
public struct Scope: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// This is an OpenID request: an ID token comes with the answer.
    public static let openid = Self(rawValue: "openid")

    /// Name, picture, locale and other facts about the person.
    public static let profile = Self(rawValue: "profile")

    /// E-mail address and whether it is verified.
    public static let email = Self(rawValue: "email")

    /// Phone number and whether it is verified.
    public static let phone = Self(rawValue: "phone")

    /// Postal address.
    public static let address = Self(rawValue: "address")

    /// A refresh token.
    public static let offlineAccess = Self(rawValue: "offline_access")
}
