/// The code of an error as the specifications name it; other servers may send codes that are not listed here.
public struct OAuthErrorCode: WireValue {
    /// The code as it stands on the wire.
    public let rawValue: String

    /// Wraps a code as it stands on the wire.
    ///
    /// - Parameter rawValue: The code, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// RFC 6749 §4.1.2.1 and §5.2.
extension OAuthErrorCode {
    /// A parameter is missing, doubled or malformed.
    public static let invalidRequest = Self(rawValue: "invalid_request")
    /// The client is unknown or did not authenticate as it must.
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// The code or refresh token is wrong, expired, revoked or another client's.
    public static let invalidGrant = Self(rawValue: "invalid_grant")
    /// The client may not use this grant.
    public static let unauthorizedClient = Self(rawValue: "unauthorized_client")
    /// The server does not know this grant.
    public static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
    /// The server does not grant this response type.
    public static let unsupportedResponseType = Self(rawValue: "unsupported_response_type")
    /// A scope is unknown, malformed or more than was granted.
    public static let invalidScope = Self(rawValue: "invalid_scope")
    /// The person refused.
    public static let accessDenied = Self(rawValue: "access_denied")
    /// Something went wrong inside the server.
    public static let serverError = Self(rawValue: "server_error")
    /// The server has too much to do, or this caller asked too often; try again later.
    public static let temporarilyUnavailable = Self(rawValue: "temporarily_unavailable")
}

/// RFC 6750 §3.1, RFC 7009 §2.2.1, RFC 8707 §2.
extension OAuthErrorCode {
    /// The access token is expired, revoked or malformed.
    public static let invalidToken = Self(rawValue: "invalid_token")
    /// The access token does not reach this far.
    public static let insufficientScope = Self(rawValue: "insufficient_scope")
    /// The server cannot revoke tokens of this kind.
    public static let unsupportedTokenType = Self(rawValue: "unsupported_token_type")
    /// The resource asked for is unknown or malformed.
    public static let invalidTarget = Self(rawValue: "invalid_target")
}

/// RFC 8628 §3.5.
extension OAuthErrorCode {
    /// The person has not decided yet.
    public static let authorizationPending = Self(rawValue: "authorization_pending")
    /// The client asks too often: wait five seconds longer between two requests.
    public static let slowDown = Self(rawValue: "slow_down")
    /// The device code has expired.
    public static let expiredToken = Self(rawValue: "expired_token")
}

/// RFC 7591 §3.2.2.
extension OAuthErrorCode {
    /// A redirect URI may not be registered.
    public static let invalidRedirectURI = Self(rawValue: "invalid_redirect_uri")
    /// A member of the client metadata is not valid.
    public static let invalidClientMetadata = Self(rawValue: "invalid_client_metadata")
    /// The software statement cannot be read.
    public static let invalidSoftwareStatement = Self(rawValue: "invalid_software_statement")
    /// The software statement is not from anyone trusted here.
    public static let unapprovedSoftwareStatement = Self(rawValue: "unapproved_software_statement")
}

/// OpenID Connect Core §3.1.2.6 and Unmet Authentication Requirements 1.0 §1.
extension OAuthErrorCode {
    /// A page is needed, but none may be shown.
    public static let interactionRequired = Self(rawValue: "interaction_required")
    /// The person must sign in, but no page may be shown.
    public static let loginRequired = Self(rawValue: "login_required")
    /// The person must choose an account, but no page may be shown.
    public static let accountSelectionRequired = Self(rawValue: "account_selection_required")
    /// The person must consent, but no page may be shown.
    public static let consentRequired = Self(rawValue: "consent_required")
    /// The `request_uri` cannot be fetched or read.
    public static let invalidRequestURI = Self(rawValue: "invalid_request_uri")
    /// The request object cannot be read.
    public static let invalidRequestObject = Self(rawValue: "invalid_request_object")
    /// The server does not take request objects.
    public static let requestNotSupported = Self(rawValue: "request_not_supported")
    /// The server does not take request objects by reference.
    public static let requestURINotSupported = Self(rawValue: "request_uri_not_supported")
    /// The server does not take registrations within a request.
    public static let registrationNotSupported = Self(rawValue: "registration_not_supported")
    /// The account cannot be authenticated as firmly as asked (Unmet Authentication Requirements 1.0 §1).
    public static let unmetAuthenticationRequirements = Self(rawValue: "unmet_authentication_requirements")
}
