package import HTTPTypes

/// An error of Entra's native authentication.
package struct EntraError: Error, Sendable, Hashable {
    package var code: OAuthErrorCode
    package var suberror: EntraSuberror?
    /// The error numbers; most clients use the first one.
    package var numbers: [Int]
    /// A description of the error; from another server, the complete text.
    package var text: String
    /// The URL of a page about the error; not used by this server.
    package var page: String?
    /// The token for the next step, if the flow continues despite the error.
    package var continuationToken: Secret?
    package var requiredAttributes: [RequestedAttribute]?
    /// The names of attributes with invalid values.
    package var invalidAttributes: [String]?
    /// The names of attributes that must be verified first.
    package var unverifiedAttributes: [String]?
    package var status: HTTPResponse.Status
    /// The number of seconds to wait before a retry.
    package var retryAfter: Int?
    /// The reason that the session of a refresh token has ended.
    package var sessionEnd: ReportedSessionEnd?

    package init(
        _ code: OAuthErrorCode,
        _ numbers: Int...,
        suberror: EntraSuberror? = nil,
        text: String,
        continuationToken: Secret? = nil,
        requiredAttributes: [RequestedAttribute]? = nil,
        invalidAttributes: [String]? = nil,
        unverifiedAttributes: [String]? = nil,
        status: HTTPResponse.Status = .badRequest,
        retryAfter: Int? = nil
    ) {
        self.code = code
        self.suberror = suberror
        self.numbers = numbers
        self.text = text
        self.continuationToken = continuationToken
        self.requiredAttributes = requiredAttributes
        self.invalidAttributes = invalidAttributes
        self.unverifiedAttributes = unverifiedAttributes
        self.status = status
        self.retryAfter = retryAfter
    }
}

extension EntraError {
    /// Creates an Entra error from an OAuth error.
    ///
    /// - Parameters:
    ///   - error: The OAuth error.
    ///   - invalidGrant: The error number of an invalid grant.
    package init(_ error: OAuthError, invalidGrant: Int = EntraErrorNumber.invalidGrant) {
        let number =
            error.code == .invalidGrant
            ? invalidGrant : Self.numbers[error.code] ?? EntraErrorNumber.invalidParameter
        self.init(
            error.code,
            number,
            text: error.description,
            status: error.status,
            retryAfter: error.retryAfter.map { wait in
                let (seconds, attoseconds) = wait.components
                return Int(max(0, attoseconds > 0 ? seconds + 1 : seconds))
            }
        )
        sessionEnd = error.sessionEnd
    }

    private static let numbers: [OAuthErrorCode: Int] = [
        .unsupportedChallengeType: EntraErrorNumber.invalidChallengeTypes,
        .invalidClient: EntraErrorNumber.invalidClient,
        .unauthorizedClient: EntraErrorNumber.unauthorizedClient,
        .invalidScope: EntraErrorNumber.invalidScope,
        .unsupportedGrantType: EntraErrorNumber.unsupportedGrantType,
        .authorizationPending: EntraErrorNumber.authorizationPending,
        .slowDown: EntraErrorNumber.authorizationPending,
        .accessDenied: EntraErrorNumber.accessDenied,
        .expiredToken: EntraErrorNumber.expiredDeviceCode,
        .temporarilyUnavailable: EntraErrorNumber.overloaded,
        .serverError: EntraErrorNumber.serverError,
    ]
}

/// A subtype of an error in Entra's native authentication.
public struct EntraSuberror: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The code is incorrect or has expired.
    public static let invalidCode = Self(rawValue: "invalid_oob_value")

    /// The password is too easy to guess.
    public static let passwordTooWeak = Self(rawValue: "password_too_weak")

    /// The password is too short.
    public static let passwordTooShort = Self(rawValue: "password_too_short")

    /// The password is too long.
    public static let passwordTooLong = Self(rawValue: "password_too_long")

    /// The password was used recently.
    public static let passwordRecentlyUsed = Self(rawValue: "password_recently_used")

    /// The password is too common.
    public static let passwordBanned = Self(rawValue: "password_banned")

    /// The password contains invalid characters.
    public static let passwordInvalid = Self(rawValue: "password_is_invalid")

    /// Attributes have invalid values; the error lists them.
    public static let attributesInvalid = Self(rawValue: "attribute_validation_failed")

    /// The client is not enabled for native authentication.
    public static let nativeDisabled = Self(rawValue: "nativeauthapi_disabled")

    /// A second factor is required.
    public static let mfaRequired = Self(rawValue: "mfa_required")

    /// A method for a second factor must be registered.
    public static let registrationRequired = Self(rawValue: "registration_required")

    /// Fraud protection blocks the contact.
    public static let blockedByReputation = Self(rawValue: "provider_blocked_by_rep")

    /// The administrator blocks the region of the contact.
    public static let blockedByAdministrator = Self(rawValue: "provider_blocked_by_admin")

    /// Whether the password was rejected.
    package var isOfPassword: Bool {
        [
            .passwordTooWeak, .passwordTooShort, .passwordTooLong, .passwordRecentlyUsed, .passwordBanned,
            .passwordInvalid,
        ].contains(self)
    }
}

/// Entra's native authentication.
extension OAuthErrorCode {
    /// The client does not support sending users to a browser.
    public static let unsupportedChallengeType = Self(rawValue: "unsupported_challenge_type")
    /// An account with this address already exists.
    public static let userAlreadyExists = Self(rawValue: "user_already_exists")
    /// There is no account with this address.
    public static let userNotFound = Self(rawValue: "user_not_found")
    /// A password is required.
    public static let credentialRequired = Self(rawValue: "credential_required")
    /// Attributes are required.
    public static let attributesRequired = Self(rawValue: "attributes_required")
    /// An attribute must be verified first.
    public static let verificationRequired = Self(rawValue: "verification_required")
    /// There is no such tenant.
    public static let invalidTenant = Self(rawValue: "invalid_tenant")
}
