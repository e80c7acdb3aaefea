package import Foundation
public import HTTPTypes

/// An error response of OAuth and OpenID Connect, the only kind of error that an endpoint returns.
public struct OAuthError: Error, Sendable, Equatable {
    /// The error code.
    public var code: OAuthErrorCode
    /// A description of the error and its remedy, without secrets or personal data.
    public var description: String
    /// The HTTP status, unless the error is sent by redirect.
    public var status: HTTPResponse.Status
    /// The time to wait before a retry.
    public var retryAfter: Duration?
    /// The challenge of a response with status 401 or 403.
    public var challenge: WWWAuthenticate?
    /// The challenge of another scheme that the client may choose instead (RFC 9110 §11.6.1).
    package var alternativeChallenge: WWWAuthenticate?
    /// The reason that the session of a refresh token has ended, if ``code`` is `invalid_grant`.
    public var sessionEnd: ReportedSessionEnd?
    /// The nonce for the client's next DPoP proof (RFC 9449 §8).
    public var dpopNonce: String?

    /// Creates an error response.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - description: A description of the error and its remedy, without secrets or personal data.
    ///   - status: The HTTP status; by default, the status that the code's specification defines.
    ///   - retryAfter: The time to wait before a retry; sent in whole seconds, rounded up.
    ///   - challenge: The challenge of a response with status 401 or 403.
    public init(
        _ code: OAuthErrorCode,
        _ description: String,
        status: HTTPResponse.Status? = nil,
        retryAfter: Duration? = nil,
        challenge: WWWAuthenticate? = nil
    ) {
        self.code = code
        self.description = description
        self.status = status ?? code.status
        self.retryAfter = retryAfter
        self.challenge = challenge
    }
}

extension OAuthErrorCode {
    /// The status that the code's specification defines (RFC 6749 §5.2, RFC 6750 §3.1, RFC 9470 §3, OAuth 2.0 for
    /// First-Party Applications).
    package var status: HTTPResponse.Status {
        switch self {
        case .invalidClient, .invalidToken, .insufficientUserAuthentication: .unauthorized
        case .insufficientScope, .insufficientAuthorization, .redirectToWeb: .forbidden
        case .serverError: .internalServerError
        case .temporarilyUnavailable: .serviceUnavailable
        default: .badRequest
        }
    }
}

extension OAuthError {
    /// The members of an error response (RFC 6749 §5.2).
    package struct Body: DescribedJSON {
        var code: OAuthErrorCode
        var description: String?
        var sessionEnd: ReportedSessionEnd?

        enum CodingKeys: String, CodingKey {
            case code = "error"
            case description = "error_description"
            case sessionEnd = "session_end_reason"
        }

        package static let schema = SchemaDescription(
            "OAuthError",
            "An error (RFC 6749 §5.2).",
            members: [
                CodingKeys.code: .init(
                    "The error code.",
                    example: .string(OAuthErrorCode.temporarilyUnavailable.rawValue)
                ),
                .description: "A description of the error and its remedy.",
                .sessionEnd: "The reason that the session of a refresh token has ended; an extension of RFC 6749.",
            ]
        )
    }

    /// Returns the JSON body (RFC 6749 §5.2).
    package func body() -> Data {
        JSONCoding.encode(Body(code: code, description: Self.printable(description), sessionEnd: sessionEnd))
    }

    /// The header fields: `no-store`, and the challenge, `DPoP-Nonce` and `Retry-After` if there are any.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        fields.add([challenge, alternativeChallenge])
        if let dpopNonce { fields[.dpopNonce] = dpopNonce }
        if let retryAfter {
            let (seconds, attoseconds) = retryAfter.components
            fields[.retryAfter] = String(max(0, attoseconds > 0 ? seconds + 1 : seconds))
        }
        return fields
    }

    /// Reads the error response of any standard server.
    ///
    /// - Throws: `WireError` if neither the body nor the `WWW-Authenticate` header names an error code; the response
    ///   may then come from a proxy.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let retryAfter = fields[.retryAfter].flatMap { UInt32($0) }.map { Duration.seconds($0) }
        if let decoded = try? JSONCoding.decode(Body.self, from: body) {
            self.init(decoded.code, decoded.description ?? "", status: status, retryAfter: retryAfter)
            sessionEnd = decoded.sessionEnd
        } else if let code = Self.code(inChallenge: fields[.wwwAuthenticate] ?? "") {
            self.init(code, "", status: status, retryAfter: retryAfter)
        } else {
            throw WireError("The response with status \(status.code) is not an OAuth error.")
        }
        dpopNonce = fields[.dpopNonce]
    }

    /// Returns the `error` parameter of a challenge.
    private static func code(inChallenge field: String) -> OAuthErrorCode? {
        for parameter in field.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].lowercased() == ParameterName.error.rawValue else { continue }
            return OAuthErrorCode(rawValue: String(pair[1].filter { $0 != "\"" }))
        }
        return nil
    }

    /// Returns the text with each character replaced that `error_description` must not contain (RFC 6749 §5.2).
    package static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\"": "'"
                    case "\\": "/"
                    case " "..."~": scalar
                    default: "?"
                    }
                }
            )
        )
    }
}

/// An error code of the specifications; other servers may send codes that are not listed here.
public struct OAuthErrorCode: ExtensibleValue {
    /// The code as sent on the wire.
    public let rawValue: String

    /// Creates a code from its wire form.
    ///
    /// - Parameter rawValue: The code, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// RFC 6749 §4.1.2.1 and §5.2.
extension OAuthErrorCode {
    /// A parameter is missing, repeated or malformed.
    public static let invalidRequest = Self(rawValue: "invalid_request")
    /// Client authentication failed, or the client is unknown.
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// The code or refresh token is invalid, expired, revoked or was issued to another client.
    public static let invalidGrant = Self(rawValue: "invalid_grant")
    /// The client is not authorized to use the grant type.
    public static let unauthorizedClient = Self(rawValue: "unauthorized_client")
    /// The grant type is not supported.
    public static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
    /// The response type is not supported.
    public static let unsupportedResponseType = Self(rawValue: "unsupported_response_type")
    /// A scope is unknown, malformed or exceeds the granted scope.
    public static let invalidScope = Self(rawValue: "invalid_scope")
    /// The user denied the request.
    public static let accessDenied = Self(rawValue: "access_denied")
    /// The server encountered an internal error.
    public static let serverError = Self(rawValue: "server_error")
    /// The server is overloaded or the caller is rate-limited; try again later.
    public static let temporarilyUnavailable = Self(rawValue: "temporarily_unavailable")
}

/// RFC 6750 §3.1, RFC 7009 §2.2.1, RFC 8707 §2, RFC 9470 §3.
extension OAuthErrorCode {
    /// The access token is expired, revoked or malformed.
    public static let invalidToken = Self(rawValue: "invalid_token")
    /// The access token lacks a required scope.
    public static let insufficientScope = Self(rawValue: "insufficient_scope")
    /// The sign-in behind the access token is too old or too weak (RFC 9470 §3).
    public static let insufficientUserAuthentication = Self(rawValue: "insufficient_user_authentication")
    /// The server cannot revoke tokens of this type.
    public static let unsupportedTokenType = Self(rawValue: "unsupported_token_type")
    /// The requested resource is unknown or malformed.
    public static let invalidTarget = Self(rawValue: "invalid_target")
}

/// RFC 9449 §5, §7.1 and §8.
extension OAuthErrorCode {
    /// The DPoP proof is missing, malformed or invalid.
    public static let invalidDPoPProof = Self(rawValue: "invalid_dpop_proof")
    /// The DPoP proof must contain the nonce of the response.
    public static let useDPoPNonce = Self(rawValue: "use_dpop_nonce")
}

/// RFC 8628 §3.5.
extension OAuthErrorCode {
    /// The authorization is still pending.
    public static let authorizationPending = Self(rawValue: "authorization_pending")
    /// The client polls too fast and must add five seconds to its interval.
    public static let slowDown = Self(rawValue: "slow_down")
    /// The device code has expired.
    public static let expiredToken = Self(rawValue: "expired_token")
}

/// RFC 7591 §3.2.2.
extension OAuthErrorCode {
    /// A redirect URI is not allowed.
    public static let invalidRedirectURI = Self(rawValue: "invalid_redirect_uri")
    /// A member of the client metadata is invalid.
    public static let invalidClientMetadata = Self(rawValue: "invalid_client_metadata")
    /// The software statement is invalid.
    public static let invalidSoftwareStatement = Self(rawValue: "invalid_software_statement")
    /// The software statement is not from a trusted issuer.
    public static let unapprovedSoftwareStatement = Self(rawValue: "unapproved_software_statement")
}

/// OpenID Connect Core §3.1.2.6 and Unmet Authentication Requirements 1.0 §1.
extension OAuthErrorCode {
    /// The request requires a page, but the client asked for none.
    public static let interactionRequired = Self(rawValue: "interaction_required")
    /// The user must sign in, but the client asked for no page.
    public static let loginRequired = Self(rawValue: "login_required")
    /// The user must select an account, but the client asked for no page.
    public static let accountSelectionRequired = Self(rawValue: "account_selection_required")
    /// The user must grant consent, but the client asked for no page.
    public static let consentRequired = Self(rawValue: "consent_required")
    /// The `request_uri` cannot be fetched or is invalid.
    public static let invalidRequestURI = Self(rawValue: "invalid_request_uri")
    /// The request object is invalid.
    public static let invalidRequestObject = Self(rawValue: "invalid_request_object")
    /// Request objects are not supported.
    public static let requestNotSupported = Self(rawValue: "request_not_supported")
    /// Request objects by reference are not supported.
    public static let requestURINotSupported = Self(rawValue: "request_uri_not_supported")
    /// Registration within a request is not supported.
    public static let registrationNotSupported = Self(rawValue: "registration_not_supported")
    /// A requested authentication context cannot be met (Unmet Authentication Requirements 1.0 §1).
    public static let unmetAuthenticationRequirements = Self(rawValue: "unmet_authentication_requirements")
}

/// An error in data received from the network.
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error, without any of the received values.
    public let message: String

    /// Creates an error with a message.
    ///
    /// - Parameter message: A description of the error, without any of the received values.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
