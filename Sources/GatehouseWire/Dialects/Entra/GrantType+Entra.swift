/// Entra's native authentication; some of them are grants of sign-up and reset, others of tokens.
extension GrantType {
    /// The device grant (RFC 8628 §3.4) under the name that Microsoft's libraries for JavaScript use.
    package static let entraDeviceCode = Self(rawValue: "device_code")

    /// A password.
    public static let password = Self(rawValue: "password")

    /// A code that was sent out of band.
    public static let oob = Self(rawValue: "oob")

    /// A code that was sent out of band as a second factor.
    public static let secondFactorOOB = Self(rawValue: "mfa_oob")

    /// Attributes of a new account.
    public static let attributes = Self(rawValue: "attributes")

    /// The continuation token alone: the flow has proven the person already.
    public static let continuationToken = Self(rawValue: "continuation_token")
}
