package import Foundation
package import HTTPTypes

/// An error in Kii's format or in that of OAuth.
package struct KiiWireError: Error, Sendable, Hashable {
    package var code: KiiErrorCode
    /// A description of the error and its remedy.
    package var message: String
    package var status: HTTPResponse.Status
    /// Additional members of the body, depending on the code.
    package var extras: KiiJSONObject
    /// The number of seconds to wait before a retry.
    package var retryAfter: Int?

    package init(
        _ code: KiiErrorCode,
        _ message: String,
        extras: [KiiMemberName: JSONValue] = [:],
        status: HTTPResponse.Status? = nil,
        retryAfter: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status ?? code.status
        self.extras = KiiJSONObject(Dictionary(uniqueKeysWithValues: extras.map { ($0.key.rawValue, $0.value) }))
        self.retryAfter = retryAfter
    }

    /// Returns an error in the format of OAuth.
    package static func oauth(_ code: KiiErrorCode, _ message: String) -> Self { Self(code, message) }

    /// Returns the error for a missing or invalid member.
    package static func invalid(_ name: KiiMemberName, _ problem: String) -> Self {
        Self(.invalidInputData, "\(name) \(problem).")
    }

    /// Whether the body has the format of OAuth, for which Kii has no media type.
    private var isOAuth: Bool { code.exception == nil }

    /// Returns the JSON body.
    package func body() -> Data {
        var members = extras
        members.set(.errorCode, code.rawValue)
        if isOAuth {
            members.set(Self.oauthCode, code.rawValue)
            members.set(Self.oauthMessage, message)
        } else {
            members.set(.message, message)
        }
        return members.body
    }

    /// The header fields: `no-store`, and `Retry-After` if there is one.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        if let exception = code.exception { fields[.contentType] = KiiMediaType.exception(exception).rawValue }
        fields[.retryAfter] = retryAfter.map { String($0) }
        return fields
    }

    /// Reads the error of any server of this protocol.
    ///
    /// A body without a code is identified by its media type; an empty body with status 401 means that the token is
    /// missing.
    ///
    /// - Throws: `WireError` if the body has another format; it may then come from a proxy.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let members = try KiiJSONObject(response: body)
        extras = members
        for name in [KiiMemberName.errorCode, .message, Self.oauthCode, Self.oauthMessage] { extras[name] = nil }
        if let code = (members[.errorCode] ?? members[Self.oauthCode])?.string {
            self.code = KiiErrorCode(rawValue: code)
        } else if let exception = KiiMediaType(rawValue: fields[.contentType] ?? "").exceptionName {
            code = KiiErrorCode(exception: exception) ?? KiiErrorCode(rawValue: exception)
        } else if status == .unauthorized {
            code = .unauthorized
        } else {
            throw WireError("The response with status \(status.code) is not a Kii error.")
        }
        message = (members[.message] ?? members[Self.oauthMessage])?.string ?? ""
        self.status = status
        retryAfter = fields[.retryAfter].flatMap { Int($0) }
    }

    private static let oauthCode = KiiMemberName(rawValue: ParameterName.error.rawValue)
    private static let oauthMessage = KiiMemberName(rawValue: ParameterName.errorDescription.rawValue)
}

/// Errors with the additional members that clients read.
extension KiiWireError {
    /// The user name or password is incorrect; the response does not disclose which.
    package static let invalidGrant = Self.oauth(
        .invalidGrant,
        "The user was not found or a wrong password was provided"
    )

    /// Returns the error for a selector that matches no user.
    package static func userNotFound(_ selector: KiiSelector, app: String) -> Self {
        Self(
            .userNotFound,
            "The user was not found",
            extras: [
                .field: .string(selector.field.rawValue), .value: .string(selector.value), .appID: .string(app),
            ]
        )
    }

    package static func appNotFound(_ app: String) -> Self {
        Self(.appNotFound, "The application was not found", extras: [.appID: .string(app)])
    }

    /// Returns the error for a token that is unknown, expired, revoked or not valid for this app.
    package static func wrongToken(_ token: String, app: String) -> Self {
        Self(
            .wrongToken,
            "The provided token is not valid",
            extras: [.accessToken: .string(String(token.prefix(Self.echoLimit))), .appID: .string(app)]
        )
    }

    /// The refresh token is unknown, expired or used.
    package static let wrongRefreshToken = Self(.wrongRefreshToken, "The provided refresh token is not valid")

    /// Returns the error for a caller that is not authenticated or not authorized.
    ///
    /// - Parameters:
    ///   - message: The description of the error.
    ///   - app: The calling app, if known.
    ///   - principal: The user of the access token, if there is one.
    /// - Returns: `UNAUTHORIZED`.
    package static func unauthorized(_ message: String, app: String? = nil, principal: String? = nil) -> Self {
        var extras: [KiiMemberName: JSONValue] = [:]
        extras[.authenticatedAppID] = app.map(JSONValue.string)
        extras[.authenticatedPrincipalID] = principal.map(JSONValue.string)
        return Self(.unauthorized, message, extras: extras)
    }

    /// Returns the error for an incorrect old password.
    package static func wrongPassword(user: String, app: String) -> Self {
        Self(
            .wrongPassword,
            "The provided password is wrong",
            extras: [.principalID: .string(user), .appID: .string(app)]
        )
    }

    /// Returns the error for a password that is too short.
    package static func passwordTooShort(minimum: Int) -> Self {
        Self(
            .passwordTooShort,
            "The password has to be at least \(minimum) characters long",
            extras: [.minimumLength: .integer(Int64(minimum))]
        )
    }

    /// Returns the error for a user name that is already taken.
    package static func userAlreadyExists(_ field: KiiMemberName, _ value: String, app: String) -> Self {
        Self(
            .userAlreadyExists,
            "User with \(field) \(value) already exists",
            extras: [.field: .string(field.rawValue), .value: .string(value), .appID: .string(app)]
        )
    }

    /// Returns the error for an address without a pending verification.
    package static func invalidAccountStatus(
        _ message: String,
        user: String,
        type: KiiAccountType,
        app: String
    ) -> Self {
        Self(
            .invalidAccountStatus,
            message,
            extras: [.userID: .string(user), .appID: .string(app), .accountType: .string(type.rawValue)]
        )
    }

    /// Returns the error for a code that is incorrect or has expired.
    package static func invalidVerificationCode(_ code: Secret, user: String?, app: String) -> Self {
        var extras: [KiiMemberName: JSONValue] = [
            .verificationCode: .string(String(code.reveal().prefix(echoLimit))), .appID: .string(app),
        ]
        extras[.userID] = user.map(JSONValue.string)
        return Self(.invalidVerificationCode, "The provided verification code is not valid", extras: extras)
    }

    /// Returns the error for a disabled user.
    package static func userDisabled(user: String, app: String) -> Self {
        Self(
            .userDisabled,
            "The user is disabled",
            extras: [.disabledUserID: .string(user), .appID: .string(app)]
        )
    }

    /// Returns the error for a user without an address of this kind.
    package static func userAddressNotFound(user: String, app: String) -> Self {
        Self(
            .userAddressNotFound,
            "The user has no such address",
            extras: [.userID: .string(user), .appID: .string(app)]
        )
    }

    /// Returns the error for an address without a verification code.
    package static func verificationCodeNotFound(user: String, type: KiiAccountType, app: String) -> Self {
        Self(
            .verificationCodeNotFound,
            "There is no verification code",
            extras: [.userID: .string(user), .appID: .string(app), .accountType: .string(type.rawValue)]
        )
    }

    /// The maximum number of characters of a received value that an error repeats.
    private static let echoLimit = 1024
}
