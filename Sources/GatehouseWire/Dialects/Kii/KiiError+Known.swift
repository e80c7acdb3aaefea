/// Refusals with everything that clients find in them.
extension KiiError {
    /// Nobody signs in with that name and password; which of them is wrong is not said.
    package static let invalidGrant = Self.oauth(
        .invalidGrant,
        "The user was not found or a wrong password was provided"
    )

    /// Nobody is found by that selector.
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

    /// The token is unknown, over, revoked or not good at this app.
    package static func wrongToken(_ token: String, app: String) -> Self {
        Self(
            .wrongToken,
            "The provided token is not valid",
            extras: [.accessToken: .string(String(token.prefix(Self.echoLimit))), .appID: .string(app)]
        )
    }

    /// The refresh token is unknown, over or used.
    package static let wrongRefreshToken = Self(.wrongRefreshToken, "The provided refresh token is not valid")

    /// Whoever asks may not do this, or has not said who it is.
    ///
    /// - Parameters:
    ///   - message: What is missing.
    ///   - app: The app that asks, if it is known.
    ///   - principal: The user whose token came along, if one did.
    /// - Returns: `UNAUTHORIZED`.
    package static func unauthorized(_ message: String, app: String? = nil, principal: String? = nil) -> Self {
        var extras: [KiiMemberName: JSONValue] = [:]
        extras[.authenticatedAppID] = app.map(JSONValue.string)
        extras[.authenticatedPrincipalID] = principal.map(JSONValue.string)
        return Self(.unauthorized, message, extras: extras)
    }

    /// The old password is not the right one.
    package static func wrongPassword(user: String, app: String) -> Self {
        Self(
            .wrongPassword,
            "The provided password is wrong",
            extras: [.principalID: .string(user), .appID: .string(app)]
        )
    }

    /// The new password is too short.
    package static func passwordTooShort(minimum: Int) -> Self {
        Self(
            .passwordTooShort,
            "The password has to be at least \(minimum) characters long",
            extras: [.minimumLength: .integer(Int64(minimum))]
        )
    }

    /// Somebody else has that name.
    package static func userAlreadyExists(_ field: KiiMemberName, _ value: String, app: String) -> Self {
        Self(
            .userAlreadyExists,
            "User with \(field) \(value) already exists",
            extras: [.field: .string(field.rawValue), .value: .string(value), .appID: .string(app)]
        )
    }

    /// There is nothing to prove any more, or nothing yet.
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

    /// The code is not the one that was sent, or not any more.
    package static func invalidVerificationCode(_ code: Secret, user: String?, app: String) -> Self {
        var extras: [KiiMemberName: JSONValue] = [
            .verificationCode: .string(String(code.reveal().prefix(echoLimit))), .appID: .string(app),
        ]
        extras[.userID] = user.map(JSONValue.string)
        return Self(.invalidVerificationCode, "The provided verification code is not valid", extras: extras)
    }

    /// An administrator shut the user out.
    package static func userDisabled(user: String, app: String) -> Self {
        Self(
            .userDisabled,
            "The user is disabled",
            extras: [.disabledUserID: .string(user), .appID: .string(app)]
        )
    }

    /// The user has no address of that kind.
    package static func userAddressNotFound(user: String, app: String) -> Self {
        Self(
            .userAddressNotFound,
            "The user has no such address",
            extras: [.userID: .string(user), .appID: .string(app)]
        )
    }

    /// No code is out for an address of that kind.
    package static func verificationCodeNotFound(user: String, type: KiiAccountType, app: String) -> Self {
        Self(
            .verificationCodeNotFound,
            "There is no verification code",
            extras: [.userID: .string(user), .appID: .string(app), .accountType: .string(type.rawValue)]
        )
    }

    /// How much of what was sent is sent back.
    private static let echoLimit = 1024
}
