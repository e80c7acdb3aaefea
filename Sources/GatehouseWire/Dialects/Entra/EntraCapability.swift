/// What a client can do beyond the first factor; a server that needs more than the client lists sends it to a browser.
public struct EntraCapability: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It asks for a second factor.
    public static let mfaRequired = Self(rawValue: "mfa_required")

    /// It registers a method for a second factor.
    public static let registrationRequired = Self(rawValue: "registration_required")
}
