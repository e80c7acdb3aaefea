/// A method that took part in an authentication (RFC 8176 §2).
public struct AMR: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A password.
    public static let password = Self(rawValue: "pwd")

    /// A one-time code.
    public static let oneTimeCode = Self(rawValue: "otp")

    /// More than one factor.
    public static let multiFactor = Self(rawValue: "mfa")

    /// A key held in hardware.
    public static let hardwareKey = Self(rawValue: "hwk")
}
