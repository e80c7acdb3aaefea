/// Entra's native authentication.
extension OAuthErrorCode {
    /// The client did not say that it can send people to a browser.
    public static let unsupportedChallengeType = Self(rawValue: "unsupported_challenge_type")
    /// There is an account with that address already.
    public static let userAlreadyExists = Self(rawValue: "user_already_exists")
    /// There is no account with that address.
    public static let userNotFound = Self(rawValue: "user_not_found")
    /// A password is needed to go on.
    public static let credentialRequired = Self(rawValue: "credential_required")
    /// Attributes are needed to go on.
    public static let attributesRequired = Self(rawValue: "attributes_required")
    /// An attribute has to be verified first.
    public static let verificationRequired = Self(rawValue: "verification_required")
    /// There is no such tenant.
    public static let invalidTenant = Self(rawValue: "invalid_tenant")
}
