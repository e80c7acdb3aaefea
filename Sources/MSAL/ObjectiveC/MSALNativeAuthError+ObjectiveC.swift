#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
nonisolated extension MSALNativeAuthError {
    /// The value of ``errorDescription``.
    @objc(errorDescription)
    public var objcErrorDescription: String? { errorDescription }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID { correlationId }

    /// The value of ``errorCodes``.
    @objc(errorCodes)
    public var objcErrorCodes: [Int] { errorCodes }

    /// The value of ``errorUri``.
    @objc(errorUri)
    public var objcErrorUri: String? { errorUri }

    /// The value of ``isBrowserRequired``.
    @objc(isBrowserRequired)
    public var objcIsBrowserRequired: Bool { isBrowserRequired }

    /// The value of ``isGeneralError``.
    @objc(isGeneralError)
    public var objcIsGeneralError: Bool { isGeneralError }

    /// The value of ``redirectReason``.
    @objc(redirectReason)
    public var objcRedirectReason: String? { redirectReason }
}

@available(swift, obsoleted: 1.0)
extension SignUpStartError {
    /// The value of ``isUserAlreadyExists``.
    @objc(isUserAlreadyExists)
    public var objcIsUserAlreadyExists: Bool { isUserAlreadyExists }

    /// The value of ``isInvalidPassword``.
    @objc(isInvalidPassword)
    public var objcIsInvalidPassword: Bool { isInvalidPassword }

    /// The value of ``isInvalidUsername``.
    @objc(isInvalidUsername)
    public var objcIsInvalidUsername: Bool { isInvalidUsername }
}

@available(swift, obsoleted: 1.0)
extension SignInStartError {
    /// The value of ``isUserNotFound``.
    @objc(isUserNotFound)
    public var objcIsUserNotFound: Bool { isUserNotFound }

    /// The value of ``isInvalidCredentials``.
    @objc(isInvalidCredentials)
    public var objcIsInvalidCredentials: Bool { isInvalidCredentials }

    /// The value of ``isInvalidUsername``.
    @objc(isInvalidUsername)
    public var objcIsInvalidUsername: Bool { isInvalidUsername }
}

@available(swift, obsoleted: 1.0)
extension ResetPasswordStartError {
    /// The value of ``isUserDoesNotHavePassword``.
    @objc(isUserDoesNotHavePassword)
    public var objcIsUserDoesNotHavePassword: Bool { isUserDoesNotHavePassword }

    /// The value of ``isUserNotFound``.
    @objc(isUserNotFound)
    public var objcIsUserNotFound: Bool { isUserNotFound }

    /// The value of ``isInvalidUsername``.
    @objc(isInvalidUsername)
    public var objcIsInvalidUsername: Bool { isInvalidUsername }
}

@available(swift, obsoleted: 1.0)
extension VerifyCodeError {
    /// The value of ``isInvalidCode``.
    @objc(isInvalidCode)
    public var objcIsInvalidCode: Bool { isInvalidCode }
}

@available(swift, obsoleted: 1.0)
extension PasswordRequiredError {
    /// The value of ``isInvalidPassword``.
    @objc(isInvalidPassword)
    public var objcIsInvalidPassword: Bool { isInvalidPassword }
}

@available(swift, obsoleted: 1.0)
extension RetrieveAccessTokenError {
    /// The value of ``isRefreshTokenExpired``.
    @objc(isRefreshTokenExpired)
    public var objcIsRefreshTokenExpired: Bool { isRefreshTokenExpired }

    /// The value of ``isInvalidScope``.
    @objc(isInvalidScope)
    public var objcIsInvalidScope: Bool { isInvalidScope }

    /// The value of ``isMFARequired``.
    @objc(isMFARequired)
    public var objcIsMFARequired: Bool { isMFARequired }
}

@available(swift, obsoleted: 1.0)
extension MFARequestChallengeError {
    /// The value of ``isAuthMethodBlocked``.
    @objc(isAuthMethodBlocked)
    public var objcIsAuthMethodBlocked: Bool { isAuthMethodBlocked }
}

@available(swift, obsoleted: 1.0)
extension MFASubmitChallengeError {
    /// The value of ``isInvalidChallenge``.
    @objc(isInvalidChallenge)
    public var objcIsInvalidChallenge: Bool { isInvalidChallenge }
}

@available(swift, obsoleted: 1.0)
extension RegisterStrongAuthChallengeError {
    /// The value of ``isInvalidInput``.
    @objc(isInvalidInput)
    public var objcIsInvalidInput: Bool { isInvalidInput }

    /// The value of ``isVerificationContactBlocked``.
    @objc(isVerificationContactBlocked)
    public var objcIsVerificationContactBlocked: Bool { isVerificationContactBlocked }
}

@available(swift, obsoleted: 1.0)
extension RegisterStrongAuthSubmitChallengeError {
    /// The value of ``isInvalidChallenge``.
    @objc(isInvalidChallenge)
    public var objcIsInvalidChallenge: Bool { isInvalidChallenge }
}
#endif
