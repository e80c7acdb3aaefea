/// What the authorization endpoint answers with (RFC 6749 §3.1.1).
public struct ResponseType: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An authorization code, the only type this project grants.
    public static let code = Self(rawValue: "code")
}
