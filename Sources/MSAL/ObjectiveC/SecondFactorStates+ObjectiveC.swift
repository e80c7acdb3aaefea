#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension AwaitingMFAState {
    /// The value of ``authMethods``.
    @objc(authMethods)
    public var objcAuthMethods: [MSALAuthMethod] { authMethods }

    /// Calls ``requestChallenge(authMethod:delegate:)``.
    @objc(requestChallengeWithAuthMethod:delegate:)
    public func objcRequestChallenge(authMethod: MSALAuthMethod, delegate: any ObjCMFARequestChallengeDelegate) {
        requestChallenge(authMethod: authMethod, delegate: MFARequestChallengeAdapter(delegate))
    }

    /// Calls ``requestChallenge(delegate:)``.
    @available(*, deprecated, message: "Use requestChallenge(authMethod:delegate:).")
    @objc(requestChallengeWithDelegate:)
    public func objcRequestChallenge(delegate: any ObjCMFARequestChallengeDelegate) {
        requestChallenge(delegate: MFARequestChallengeAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension MFARequiredState {
    /// The value of ``authMethods``.
    @objc(authMethods)
    public var objcAuthMethods: [MSALAuthMethod] { authMethods }

    /// The value of ``codeDelivery``.
    @objc(codeDelivery)
    public var objcCodeDelivery: MSALNativeAuthCodeDelivery? { codeDelivery }

    /// Calls ``requestChallenge(authMethod:delegate:)``; without a method, as in versions 1.6 to 2.4,
    /// ``requestChallenge(delegate:)``.
    @objc(requestChallengeWithAuthMethod:delegate:)
    public func objcRequestChallenge(authMethod: MSALAuthMethod?, delegate: any ObjCMFARequestChallengeDelegate) {
        requestChallenge(of: authMethod, for: "MFARequiredState", MFARequestChallengeAdapter(delegate))
    }

    /// Calls ``getAuthMethods(delegate:)``.
    @available(*, deprecated, message: "Use the methods of onSignInAwaitingMFA(authMethods:newState:).")
    @objc(getAuthMethodsWithDelegate:)
    public func objcGetAuthMethods(delegate: any ObjCMFAGetAuthMethodsDelegate) {
        getAuthMethods(delegate: MFAGetAuthMethodsAdapter(delegate))
    }

    /// Calls ``submitChallenge(challenge:delegate:)``.
    @objc(submitChallengeWithChallenge:delegate:)
    public func objcSubmitChallenge(challenge: String, delegate: any ObjCMFASubmitChallengeDelegate) {
        submitChallenge(challenge: challenge, delegate: MFASubmitChallengeAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension RegisterStrongAuthState {
    /// The value of ``authMethods``.
    @objc(authMethods)
    public var objcAuthMethods: [MSALAuthMethod] { authMethods }

    /// Calls ``challengeAuthMethod(parameters:delegate:)``.
    @objc(challengeAuthMethodWithParameters:delegate:)
    public func objcChallengeAuthMethod(
        parameters: MSALNativeAuthChallengeAuthMethodParameters,
        delegate: any ObjCRegisterStrongAuthChallengeDelegate
    ) {
        challengeAuthMethod(parameters: parameters, delegate: RegisterStrongAuthChallengeAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension RegisterStrongAuthVerificationRequiredState {
    /// The value of ``authMethods``.
    @objc(authMethods)
    public var objcAuthMethods: [MSALAuthMethod] { authMethods }

    /// The value of ``codeDelivery``.
    @objc(codeDelivery)
    public var objcCodeDelivery: MSALNativeAuthCodeDelivery? { codeDelivery }

    /// Calls ``challengeAuthMethod(parameters:delegate:)``.
    @objc(challengeAuthMethodWithParameters:delegate:)
    public func objcChallengeAuthMethod(
        parameters: MSALNativeAuthChallengeAuthMethodParameters,
        delegate: any ObjCRegisterStrongAuthChallengeDelegate
    ) {
        challengeAuthMethod(parameters: parameters, delegate: RegisterStrongAuthChallengeAdapter(delegate))
    }

    /// Calls ``submitChallenge(challenge:delegate:)``.
    @objc(submitChallengeWithChallenge:delegate:)
    public func objcSubmitChallenge(challenge: String, delegate: any ObjCRegisterStrongAuthSubmitChallengeDelegate) {
        submitChallenge(challenge: challenge, delegate: RegisterStrongAuthSubmitChallengeAdapter(delegate))
    }
}
#endif
