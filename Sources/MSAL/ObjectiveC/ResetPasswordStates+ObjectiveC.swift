#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension ResetPasswordCodeRequiredState {
    /// The value of ``codeDelivery``.
    @objc(codeDelivery)
    public var objcCodeDelivery: MSALNativeAuthCodeDelivery { codeDelivery }

    /// Calls ``submitCode(code:delegate:)``.
    @objc(submitCodeWithCode:delegate:)
    public func objcSubmitCode(code: String, delegate: any ObjCResetPasswordVerifyCodeDelegate) {
        submitCode(code: code, delegate: ResetPasswordVerifyCodeAdapter(delegate))
    }

    /// Calls ``resendCode(delegate:)``.
    @objc(resendCodeWithDelegate:)
    public func objcResendCode(delegate: any ObjCResetPasswordResendCodeDelegate) {
        resendCode(delegate: ResetPasswordResendCodeAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension ResetPasswordRequiredState {
    /// Calls ``submitPassword(password:delegate:)``.
    @objc(submitPasswordWithPassword:delegate:)
    public func objcSubmitPassword(password: String, delegate: any ObjCResetPasswordRequiredDelegate) {
        submitPassword(password: password, delegate: ResetPasswordRequiredAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension SignInAfterResetPasswordState {
    /// Calls ``signIn(parameters:delegate:)``.
    @objc(signInParameters:delegate:)
    public func objcSignIn(
        parameters: MSALNativeAuthSignInAfterResetPasswordParameters,
        delegate: any ObjCSignInAfterResetPasswordDelegate
    ) {
        signIn(parameters: parameters, delegate: SignInAfterResetPasswordAdapter(delegate))
    }

    /// Calls ``signIn(scopes:delegate:)``.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    @objc(signInScopes:delegate:)
    public func objcSignIn(scopes: [String]?, delegate: any ObjCSignInAfterResetPasswordDelegate) {
        signIn(scopes: scopes, delegate: SignInAfterResetPasswordAdapter(delegate))
    }
}
#endif
