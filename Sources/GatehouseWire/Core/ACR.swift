/// An authentication context class: how firmly a person was authenticated (OpenID Connect Core §2).
public struct ACR: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One factor, a password or a code sent by e-mail.
    public static let singleFactor = Self(rawValue: "urn:gatehouse:acr:1")

    /// Two different factors.
    public static let multiFactor = Self(rawValue: "urn:gatehouse:acr:2")
}
