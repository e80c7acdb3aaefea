#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthCodeRequiredState {
    /// The value of ``sentTo``.
    @objc(sentTo)
    public var objcSentTo: String { sentTo }

    /// The value of ``channel``.
    @objc(channel)
    public var objcChannel: MSALNativeAuthChannelType { channel }

    /// The value of ``codeLength``.
    @objc(codeLength)
    public var objcCodeLength: Int { codeLength }

    /// Calls ``submitCode(_:delegate:)``.
    @objc(submitCode:delegate:)
    public func objcSubmitCode(_ code: String, delegate: any MSALNativeAuthFlowDelegate) {
        submitCode(code, delegate: delegate)
    }

    /// Calls ``resendCode(delegate:)``.
    @objc(resendCodeWithDelegate:)
    public func objcResendCode(delegate: any MSALNativeAuthFlowDelegate) {
        resendCode(delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthPasswordRequiredState {
    /// Calls ``submitPassword(_:delegate:)``.
    @objc(submitPassword:delegate:)
    public func objcSubmitPassword(_ password: String, delegate: any MSALNativeAuthFlowDelegate) {
        submitPassword(password, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthNewPasswordRequiredState {
    /// Calls ``submitNewPassword(_:delegate:)``.
    @objc(submitNewPassword:delegate:)
    public func objcSubmitNewPassword(_ password: String, delegate: any MSALNativeAuthFlowDelegate) {
        submitNewPassword(password, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthAttributesRequiredState {
    /// The value of ``attributes``.
    @objc(attributes)
    public var objcAttributes: [MSALNativeAuthRequiredAttribute] { attributes }

    /// Calls ``submitAttributes(_:delegate:)``.
    @objc(submitAttributes:delegate:)
    public func objcSubmitAttributes(_ attributes: [String: Any], delegate: any MSALNativeAuthFlowDelegate) {
        submitAttributes(attributes, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthAuthMethodSelectionRequiredState {
    /// The value of ``authMethods``.
    @objc(authMethods)
    public var objcAuthMethods: [MSALAuthMethod] { authMethods }

    /// Calls ``selectAuthMethod(_:delegate:)``.
    @objc(selectAuthMethod:delegate:)
    public func objcSelectAuthMethod(_ method: MSALAuthMethod, delegate: any MSALNativeAuthFlowDelegate) {
        selectAuthMethod(method, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthMFAVerificationRequiredState {
    /// The value of ``sentTo``.
    @objc(sentTo)
    public var objcSentTo: String { sentTo }

    /// The value of ``channel``.
    @objc(channel)
    public var objcChannel: MSALNativeAuthChannelType { channel }

    /// The value of ``codeLength``.
    @objc(codeLength)
    public var objcCodeLength: Int { codeLength }

    /// Calls ``submitChallenge(_:delegate:)``.
    @objc(submitChallenge:delegate:)
    public func objcSubmitChallenge(_ challenge: String, delegate: any MSALNativeAuthFlowDelegate) {
        submitChallenge(challenge, delegate: delegate)
    }

    /// Calls ``resendChallenge(delegate:)``.
    @objc(resendChallengeWithDelegate:)
    public func objcResendChallenge(delegate: any MSALNativeAuthFlowDelegate) {
        resendChallenge(delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthStrongAuthRegistrationRequiredState {
    /// The value of ``authMethods``.
    @objc(authMethods)
    public var objcAuthMethods: [MSALAuthMethod] { authMethods }

    /// Calls ``selectAuthMethod(_:verificationContact:delegate:)``.
    @objc(selectAuthMethod:verificationContact:delegate:)
    public func objcSelectAuthMethod(
        _ method: MSALAuthMethod,
        verificationContact: String?,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        selectAuthMethod(method, verificationContact: verificationContact, delegate: delegate)
    }

    /// Calls ``selectAuthMethod(_:delegate:)``.
    @objc(selectAuthMethod:delegate:)
    public func objcSelectAuthMethod(_ method: MSALAuthMethod, delegate: any MSALNativeAuthFlowDelegate) {
        selectAuthMethod(method, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthStrongAuthVerificationRequiredState {
    /// The value of ``sentTo``.
    @objc(sentTo)
    public var objcSentTo: String { sentTo }

    /// The value of ``channel``.
    @objc(channel)
    public var objcChannel: MSALNativeAuthChannelType { channel }

    /// The value of ``codeLength``.
    @objc(codeLength)
    public var objcCodeLength: Int { codeLength }

    /// Calls ``submitChallenge(_:delegate:)``.
    @objc(submitChallenge:delegate:)
    public func objcSubmitChallenge(_ challenge: String, delegate: any MSALNativeAuthFlowDelegate) {
        submitChallenge(challenge, delegate: delegate)
    }

    /// Calls ``resendChallenge(delegate:)``.
    @objc(resendChallengeWithDelegate:)
    public func objcResendChallenge(delegate: any MSALNativeAuthFlowDelegate) {
        resendChallenge(delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignInAfterSignUpState {
    /// Calls ``signIn(parameters:delegate:)``.
    @objc(signInParameters:delegate:)
    public func objcSignIn(
        parameters: MSALNativeAuthSignInAfterSignUpParameters,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        signIn(parameters: parameters, delegate: delegate)
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignInAfterResetPasswordState {
    /// Calls ``signIn(parameters:delegate:)``.
    @objc(signInParameters:delegate:)
    public func objcSignIn(
        parameters: MSALNativeAuthSignInAfterResetPasswordParameters,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        signIn(parameters: parameters, delegate: delegate)
    }
}
#endif
