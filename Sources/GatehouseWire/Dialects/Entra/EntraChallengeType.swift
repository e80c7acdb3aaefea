/// How a person proves who they are, in the words of Entra's native authentication: what a client can do, or what the server chose.
public struct EntraChallengeType: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A code that is sent out of band.
    public static let oob = Self(rawValue: "oob")

    /// A password.
    public static let password = Self(rawValue: "password")

    /// A browser has to go on.
    public static let redirect = Self(rawValue: "redirect")

    /// What clients may list.
    package static let requestable: [Self] = [.oob, .password, .redirect]
}
