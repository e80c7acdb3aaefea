/// What kind of application a client is (OpenID Connect Dynamic Client Registration §2).
public struct ApplicationType: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It runs in a browser or on a server.
    public static let web = Self(rawValue: "web")
    /// It is installed on a device.
    public static let native = Self(rawValue: "native")
}
