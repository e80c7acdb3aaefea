/// What an error of Entra's native authentication is in particular.
public struct EntraSuberror: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The code is wrong or over.
    public static let invalidCode = Self(rawValue: "invalid_oob_value")

    /// The password is too easily guessed.
    public static let passwordTooWeak = Self(rawValue: "password_too_weak")

    /// The password is too short.
    public static let passwordTooShort = Self(rawValue: "password_too_short")

    /// The password is too long.
    public static let passwordTooLong = Self(rawValue: "password_too_long")

    /// The password was used not long ago.
    public static let passwordRecentlyUsed = Self(rawValue: "password_recently_used")

    /// The password is one that everybody uses.
    public static let passwordBanned = Self(rawValue: "password_banned")

    /// The password has characters that it may not have.
    public static let passwordInvalid = Self(rawValue: "password_is_invalid")

    /// Attributes have values that they cannot have; the error lists them.
    public static let attributesInvalid = Self(rawValue: "attribute_validation_failed")

    /// The client is not one of native authentication.
    public static let nativeDisabled = Self(rawValue: "nativeauthapi_disabled")

    /// A second factor is needed.
    public static let mfaRequired = Self(rawValue: "mfa_required")

    /// A method for a second factor has to be registered.
    public static let registrationRequired = Self(rawValue: "registration_required")

    /// Fraud protection keeps the contact out.
    public static let blockedByReputation = Self(rawValue: "provider_blocked_by_rep")

    /// Whether the password was refused.
    package var isOfPassword: Bool {
        [
            .passwordTooWeak, .passwordTooShort, .passwordTooLong, .passwordRecentlyUsed, .passwordBanned,
            .passwordInvalid,
        ].contains(self)
    }
}
