#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthPublicClientApplication {
    /// Calls `signUpV2(parameters:delegate:)`.
    @objc(signUpV2WithParameters:delegate:)
    public func objcSignUpV2(parameters: MSALNativeAuthSignUpParametersV2, delegate: any MSALNativeAuthFlowDelegate) {
        signUpV2(parameters: parameters, delegate: delegate)
    }

    /// Calls `signInV2(parameters:delegate:)`.
    @objc(signInV2WithParameters:delegate:)
    public func objcSignInV2(parameters: MSALNativeAuthSignInParametersV2, delegate: any MSALNativeAuthFlowDelegate) {
        signInV2(parameters: parameters, delegate: delegate)
    }

    /// Calls `resetPasswordV2(parameters:delegate:)`.
    @objc(resetPasswordV2WithParameters:delegate:)
    public func objcResetPasswordV2(
        parameters: MSALNativeAuthResetPasswordParameters,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        resetPasswordV2(parameters: parameters, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignUpParametersV2 {
    /// Calls ``init(username:)``.
    @objc(initWithUsername:)
    public convenience init(objcUsername username: String) { self.init(username: username) }

    /// The value of ``username``.
    @objc(username)
    public var objcUsername: String {
        get { username }
        set { username = newValue }
    }

    /// The value of ``attributes``.
    @objc(attributes)
    public var objcAttributes: [String: Any]? {
        get { attributes }
        set { attributes = newValue }
    }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignInParametersV2 {
    /// Calls ``init(username:)``.
    @objc(initWithUsername:)
    public convenience init(objcUsername username: String) { self.init(username: username) }

    /// The value of ``username``.
    @objc(username)
    public var objcUsername: String {
        get { username }
        set { username = newValue }
    }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthResetPasswordParametersV2 {
    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthFlowError {
    /// The value of ``isNotImplemented``.
    @objc(isNotImplemented)
    public var objcIsNotImplemented: Bool { isNotImplemented }

    /// The value of ``isUserNotFound``.
    @objc(isUserNotFound)
    public var objcIsUserNotFound: Bool { isUserNotFound }

    /// The value of ``isUserAlreadyExists``.
    @objc(isUserAlreadyExists)
    public var objcIsUserAlreadyExists: Bool { isUserAlreadyExists }

    /// The value of ``isUserDoesNotHavePassword``.
    @objc(isUserDoesNotHavePassword)
    public var objcIsUserDoesNotHavePassword: Bool { isUserDoesNotHavePassword }

    /// The value of ``isInvalidUsername``.
    @objc(isInvalidUsername)
    public var objcIsInvalidUsername: Bool { isInvalidUsername }

    /// The value of ``isInvalidPassword``.
    @objc(isInvalidPassword)
    public var objcIsInvalidPassword: Bool { isInvalidPassword }

    /// The value of ``isInvalidAttributes``.
    @objc(isInvalidAttributes)
    public var objcIsInvalidAttributes: Bool { isInvalidAttributes }

    /// The value of ``isInvalidCode``.
    @objc(isInvalidCode)
    public var objcIsInvalidCode: Bool { isInvalidCode }

    /// The value of ``isInvalidChallenge``.
    @objc(isInvalidChallenge)
    public var objcIsInvalidChallenge: Bool { isInvalidChallenge }

    /// The value of ``isAuthMethodBlocked``.
    @objc(isAuthMethodBlocked)
    public var objcIsAuthMethodBlocked: Bool { isAuthMethodBlocked }

    /// The value of ``isVerificationContactBlocked``.
    @objc(isVerificationContactBlocked)
    public var objcIsVerificationContactBlocked: Bool { isVerificationContactBlocked }

    /// The value of ``isInvalidInput``.
    @objc(isInvalidInput)
    public var objcIsInvalidInput: Bool { isInvalidInput }
}
#endif
