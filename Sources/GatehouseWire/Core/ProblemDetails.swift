package import Foundation
public import HTTPTypes

/// An error response of the server's JSON APIs (RFC 9457).
public struct ProblemDetails: Error, Sendable, Equatable {
    /// The kind of problem.
    public var type: ProblemType
    /// The HTTP status.
    public var status: HTTPResponse.Status
    /// A description of this occurrence and its remedy, without secrets or personal data.
    public var detail: String?
    /// The name of the invalid member or parameter.
    public var field: String?
    /// The reason that a new password was rejected.
    public var reason: PasswordRejection?
    /// The maximum age in seconds of the sign-in that is required.
    public var maxAge: Int?
    /// The authentication context classes of which the sign-in must reach one.
    public var acrValues: [ACR]?
    /// The time to wait before a retry, in seconds.
    public var retryAfter: Int?
    /// The challenge of a response with status 401 or 403.
    package var challenge: WWWAuthenticate?
    /// The challenge of another scheme that the client may choose instead (RFC 9110 §11.6.1).
    package var alternativeChallenge: WWWAuthenticate?
    /// The nonce for the client's next DPoP proof (RFC 9449 §9).
    package var dpopNonce: String?

    /// Creates a problem with the status and title of its type.
    package init(
        _ type: ProblemType,
        _ detail: String? = nil,
        field: String? = nil,
        reason: PasswordRejection? = nil,
        maxAge: Int? = nil,
        acrValues: [ACR]? = nil,
        retryAfter: Int? = nil,
        challenge: WWWAuthenticate? = nil
    ) {
        self.type = type
        status = type.status
        self.detail = detail
        self.field = field
        self.reason = reason
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.retryAfter = retryAfter
        self.challenge = challenge
    }
}

extension ProblemDetails {
    /// The media type (RFC 9457 §6.1).
    package static let mediaType = "application/problem+json"

    /// Reads the error response of a server.
    ///
    /// - Throws: `WireError` if the body is not a problem; the response may then come from a proxy.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let read = try JSONCoding.decode(Body.self, from: body)
        self.init(
            read.type,
            read.detail,
            field: read.field,
            reason: read.reason,
            maxAge: read.maxAge,
            acrValues: read.acrValues,
            retryAfter: read.retryAfter ?? fields[.retryAfter].flatMap { Int($0) }
        )
        self.status = status
        dpopNonce = fields[.dpopNonce]
    }

    /// The header fields: `no-store`, and the challenge, `DPoP-Nonce` and `Retry-After` if there are any.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        fields[.contentType] = Self.mediaType
        fields.add([challenge, alternativeChallenge])
        if let dpopNonce { fields[.dpopNonce] = dpopNonce }
        if let retryAfter { fields[.retryAfter] = String(retryAfter) }
        return fields
    }

    /// Returns the JSON body.
    package func body() -> Data {
        JSONCoding.encode(
            Body(
                type: type,
                title: type.title,
                status: status.code,
                detail: detail,
                field: field,
                reason: reason,
                maxAge: maxAge,
                acrValues: acrValues,
                retryAfter: retryAfter
            )
        )
    }

    /// The members of a problem (RFC 9457 §3).
    package struct Body: DescribedJSON, Equatable {
        var type: ProblemType
        var title: String
        var status: Int
        var detail: String?
        var field: String?
        var reason: PasswordRejection?
        var maxAge: Int?
        var acrValues: [ACR]?
        var retryAfter: Int?

        package enum CodingKeys: String, CodingKey {
            case type, title, status, detail, field, reason
            case maxAge = "max_age"
            case acrValues = "acr_values"
            case retryAfter = "retry_after"
        }

        package static let schema = SchemaDescription(
            "Problem",
            "An error (RFC 9457).",
            members: [
                CodingKeys.type: .init(
                    "The kind of problem, a URN.",
                    example: .string(ProblemType.invalidValue.rawValue)
                ),
                .title: "A short summary of the kind of problem.",
                .status: "The HTTP status.",
                .detail: "A description of this occurrence and its remedy, for developers.",
                .field: "The name of the invalid member or parameter.",
                .reason: "The reason that a new password was rejected.",
                .maxAge: "The maximum age in seconds of the sign-in that is required (RFC 9470).",
                .acrValues: "The classes of which the sign-in must reach one (RFC 9470).",
                .retryAfter: "The time in seconds to wait before a retry.",
            ]
        )
    }
}

/// A kind of problem; later servers may send kinds that are not listed here.
public struct ProblemType: ExtensibleValue {
    private static let namespace = "urn:gatehouse:problem:"

    /// The URN as sent on the wire.
    public let rawValue: String

    /// Creates a kind from its wire form.
    ///
    /// - Parameter rawValue: The URN, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ name: String) {
        self.init(rawValue: Self.namespace + name)
    }

    /// The part of the URN that distinguishes the kind, such as `not_found`.
    package var name: String {
        rawValue.hasPrefix(Self.namespace) ? String(rawValue.dropFirst(Self.namespace.count)) : rawValue
    }

    /// The request is malformed.
    public static let invalidRequest = Self("invalid_request")
    /// The access token is missing, expired, revoked or malformed.
    public static let invalidToken = Self("invalid_token")
    /// The access token lacks a required scope.
    public static let insufficientScope = Self("insufficient_scope")
    /// The sign-in behind the access token is too old or has too few factors: the user must sign in again.
    public static let insufficientUserAuthentication = Self("insufficient_user_authentication")
    /// The resource does not exist, or belongs to another account.
    public static let notFound = Self("not_found")
    /// The resource does not support the method.
    public static let methodNotAllowed = Self("method_not_allowed")
    /// The password or address is the user's last way to sign in, and cannot be removed.
    public static let lastSignInMethod = Self("last_sign_in_method")
    /// The address is the last verified one of the account, and cannot be removed.
    public static let lastAddress = Self("last_address")
    /// Another account has the address, or is verifying it at the moment.
    public static let addressClaimed = Self("address_claimed")
    /// The account has the address already.
    public static let addressPresent = Self("address_present")
    /// A password requires an address by which the user signs in.
    public static let addressRequired = Self("address_required")
    /// The address has not been verified.
    public static let addressUnverified = Self("address_unverified")
    /// The account has the maximum number of addresses of that kind.
    public static let tooManyAddresses = Self("too_many_addresses")
    /// The account has the maximum number of credentials of that kind.
    public static let tooManyCredentials = Self("too_many_credentials")
    /// The account has no passkey or authenticator app.
    public static let secondFactorMissing = Self("second_factor_missing")
    /// The account has changed since the caller read it: read it again.
    public static let preconditionFailed = Self("precondition_failed")
    /// The body is too large.
    public static let contentTooLarge = Self("content_too_large")
    /// The body has another media type than JSON.
    public static let unsupportedMediaType = Self("unsupported_media_type")
    /// A member has an invalid value.
    public static let invalidValue = Self("invalid_value")
    /// The new password does not meet the policy, or equals the old one.
    public static let passwordRejected = Self("password_rejected")
    /// The code is incorrect.
    public static let wrongCode = Self("wrong_code")
    /// The code has expired, or no code was sent: request a new one.
    public static let codeExpired = Self("code_expired")
    /// The server does not send text messages.
    public static let textMessagesUnavailable = Self("text_messages_unavailable")
    /// The request must contain `If-Match`.
    public static let preconditionRequired = Self("precondition_required")
    /// A limit was reached.
    public static let tooManyRequests = Self("too_many_requests")
    /// The server encountered an internal error.
    public static let serverError = Self("server_error")
    /// The server is overloaded or its database is unavailable; try again later.
    public static let temporarilyUnavailable = Self("temporarily_unavailable")
}

extension ProblemType {
    /// All kinds of this version, with their status and title.
    private static let known: [ProblemType: (status: HTTPResponse.Status, title: String)] = [
        .invalidRequest: (.badRequest, "The request is malformed"),
        .invalidToken: (.unauthorized, "The access token is missing or invalid"),
        .insufficientScope: (.forbidden, "The access token lacks a required scope"),
        .insufficientUserAuthentication: (.forbidden, "The sign-in is too old or lacks a factor"),
        .notFound: (.notFound, "The resource does not exist"),
        .methodNotAllowed: (.methodNotAllowed, "The resource does not support the method"),
        .lastSignInMethod: (.conflict, "It is the last way to sign in"),
        .lastAddress: (.conflict, "It is the last verified address"),
        .addressClaimed: (.conflict, "Another account uses the address"),
        .addressPresent: (.conflict, "The account has the address already"),
        .addressRequired: (.conflict, "The account has no address"),
        .addressUnverified: (.conflict, "The address is not verified"),
        .tooManyAddresses: (.conflict, "The account has too many addresses"),
        .tooManyCredentials: (.conflict, "The account has too many credentials"),
        .secondFactorMissing: (.conflict, "The account has no second factor"),
        .preconditionFailed: (.preconditionFailed, "The account has changed"),
        .contentTooLarge: (.contentTooLarge, "The body is too large"),
        .unsupportedMediaType: (.unsupportedMediaType, "The body must be JSON"),
        .invalidValue: (.unprocessableContent, "A value is invalid"),
        .passwordRejected: (.unprocessableContent, "The new password is not allowed"),
        .wrongCode: (.unprocessableContent, "The code is incorrect"),
        .codeExpired: (.unprocessableContent, "The code has expired"),
        .textMessagesUnavailable: (.unprocessableContent, "The server sends no text messages"),
        .preconditionRequired: (.preconditionRequired, "If-Match is required"),
        .tooManyRequests: (.tooManyRequests, "A limit was reached"),
        .serverError: (.internalServerError, "The server encountered an internal error"),
        .temporarilyUnavailable: (.serviceUnavailable, "The server is temporarily unavailable"),
    ]

    /// All kinds of this version, by name.
    package static var all: [ProblemType] { known.keys.sorted { $0.rawValue < $1.rawValue } }

    /// The status of responses with this kind; 500 for kinds of other versions.
    package var status: HTTPResponse.Status { Self.known[self]?.status ?? .internalServerError }

    /// The title of responses with this kind.
    package var title: String { Self.known[self]?.title ?? rawValue }
}

/// A reason that a new password is not allowed; later servers may send others.
public struct PasswordRejection: ExtensibleValue, KnownValues {
    /// The reason as sent on the wire.
    public let rawValue: String

    /// Creates a reason from its wire form.
    ///
    /// - Parameter rawValue: The reason, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The password is too short.
    public static let tooShort = Self(rawValue: "too_short")
    /// The password is too long.
    public static let tooLong = Self(rawValue: "too_long")
    /// The password is based on the user's name or address, or on the name of the app.
    public static let personal = Self(rawValue: "personal")
    /// The password is based on a common password, word or name.
    public static let common = Self(rawValue: "common")
    /// The password follows a pattern, such as a date or a row of keys.
    public static let pattern = Self(rawValue: "pattern")
    /// The password is too easy to guess for another reason.
    public static let guessable = Self(rawValue: "guessable")
    /// The password equals the current one.
    public static let unchanged = Self(rawValue: "unchanged")

    package static let known: [Self] = [.tooShort, .tooLong, .personal, .common, .pattern, .guessable, .unchanged]
}
