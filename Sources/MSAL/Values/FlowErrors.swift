import Gatehouse
import GatehouseWire

/// An error at the start of a sign-up.
public nonisolated final class SignUpStartError: MSALNativeAuthError {
    /// A Boolean value that indicates whether an account with this address exists.
    public var isUserAlreadyExists: Bool { failure.kind == .userAlreadyExists }

    /// A Boolean value that indicates whether the password is empty or was rejected.
    public var isInvalidPassword: Bool { failure.kind == .invalidPassword }

    /// A Boolean value that indicates whether the address is empty or invalid.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .userAlreadyExists: .userAlreadyExists,
            .passwordRejected: .invalidPassword,
            .invalidUsername: .invalidUsername,
        ]
    }
}

/// An error at the start of a sign-in.
public nonisolated final class SignInStartError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the account does not exist, if the server discloses it.
    public var isUserNotFound: Bool { failure.kind == .userNotFound }

    /// A Boolean value that indicates whether the password is empty or incorrect.
    public var isInvalidCredentials: Bool { failure.kind == .invalidCredentials }

    /// A Boolean value that indicates whether the address is empty or invalid.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .userNotFound: .userNotFound,
            .wrongPassword: .invalidCredentials,
            .invalidUsername: .invalidUsername,
        ]
    }
}

/// An error at the start of a password reset.
public nonisolated final class ResetPasswordStartError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the account has no password, if the server discloses it.
    public var isUserDoesNotHavePassword: Bool { failure.kind == .userDoesNotHavePassword }

    /// A Boolean value that indicates whether the account does not exist, if the server discloses it.
    public var isUserNotFound: Bool { failure.kind == .userNotFound }

    /// A Boolean value that indicates whether the address is empty or invalid.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .passwordNotSet: .userDoesNotHavePassword,
            .userNotFound: .userNotFound,
            .invalidUsername: .invalidUsername,
        ]
    }
}

/// An error after submitting a code.
public nonisolated final class VerifyCodeError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the code is empty, incorrect or expired.
    public var isInvalidCode: Bool { failure.kind == .invalidCode }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .wrongCode: .invalidCode,
            .passwordRejected: .invalidCode,
        ]
    }
}

/// An error after requesting another code.
public nonisolated final class ResendCodeError: MSALNativeAuthGenericError {
}

extension ResendCodeError {
    /// Whether the sign-up remains usable: the rejection does not affect it, or the server was unreachable.
    var keepsSignUp: Bool {
        guard let code = failure.cause?.response?.error.map(OAuthErrorCode.init) else { return failure.isTransient }
        return failure.isTransient
            || [.invalidRequest, .unauthorizedClient, .unsupportedChallengeType, .expiredToken].contains(code)
    }
}

/// An error after submitting a password.
public nonisolated final class PasswordRequiredError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the password is empty, incorrect or rejected by the server's policy.
    public var isInvalidPassword: Bool { failure.kind == .invalidPassword }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .passwordRejected: .invalidPassword,
            .wrongPassword: .invalidPassword,
        ]
    }
}

/// An error after submitting attributes.
public nonisolated final class AttributesRequiredError: MSALNativeAuthGenericError {
}

/// An error of the sign-in after a sign-up.
public nonisolated final class SignInAfterSignUpError: MSALNativeAuthGenericError {
}

/// An error of the sign-in after a password reset.
public nonisolated final class SignInAfterResetPasswordError: MSALNativeAuthGenericError {
}

/// An error after requesting an access token.
public nonisolated final class RetrieveAccessTokenError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the session has ended and the user must sign in again.
    ///
    /// Never `true` in Microsoft's SDK.
    public var isRefreshTokenExpired: Bool { failure.kind == .refreshTokenExpired }

    /// A Boolean value that indicates whether the app requested a scope that it is not authorized for.
    ///
    /// In Microsoft's SDK, only for an empty array.
    public var isInvalidScope: Bool { failure.kind == .invalidScope }

    /// A Boolean value that indicates whether a second factor is required, for which the user must sign in
    /// again.
    ///
    /// Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .interactionRequired: .browserRequired,
            .signedOut: .refreshTokenExpired,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
