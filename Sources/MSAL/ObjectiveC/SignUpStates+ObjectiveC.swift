#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension SignUpCodeRequiredState {
    /// The value of ``codeDelivery``.
    @objc(codeDelivery)
    public var objcCodeDelivery: MSALNativeAuthCodeDelivery { codeDelivery }

    /// Calls ``submitCode(code:delegate:)``.
    @objc(submitCodeWithCode:delegate:)
    public func objcSubmitCode(code: String, delegate: any ObjCSignUpVerifyCodeDelegate) {
        submitCode(code: code, delegate: SignUpVerifyCodeAdapter(delegate))
    }

    /// Calls ``resendCode(delegate:)``.
    @objc(resendCodeWithDelegate:)
    public func objcResendCode(delegate: any ObjCSignUpResendCodeDelegate) {
        resendCode(delegate: SignUpResendCodeAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension SignUpPasswordRequiredState {
    /// Calls ``submitPassword(password:delegate:)``.
    @objc(submitPasswordWithPassword:delegate:)
    public func objcSubmitPassword(password: String, delegate: any ObjCSignUpPasswordRequiredDelegate) {
        submitPassword(password: password, delegate: SignUpPasswordRequiredAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension SignUpAttributesRequiredState {
    /// The value of ``attributes``.
    @objc(attributes)
    public var objcAttributes: [MSALNativeAuthRequiredAttribute] { attributes }

    /// Calls ``submitAttributes(attributes:delegate:)``.
    @objc(submitAttributesWithAttributes:delegate:)
    public func objcSubmitAttributes(attributes: [String: Any], delegate: any ObjCSignUpAttributesRequiredDelegate) {
        submitAttributes(attributes: attributes, delegate: SignUpAttributesRequiredAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension SignInAfterSignUpState {
    /// Calls ``signIn(parameters:delegate:)``.
    @objc(signInParameters:delegate:)
    public func objcSignIn(
        parameters: MSALNativeAuthSignInAfterSignUpParameters,
        delegate: any ObjCSignInAfterSignUpDelegate
    ) {
        signIn(parameters: parameters, delegate: SignInAfterSignUpAdapter(delegate))
    }

    /// Calls ``signIn(scopes:delegate:)``.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    @objc(signInScopes:delegate:)
    public func objcSignIn(scopes: [String]?, delegate: any ObjCSignInAfterSignUpDelegate) {
        signIn(scopes: scopes, delegate: SignInAfterSignUpAdapter(delegate))
    }
}
#endif
