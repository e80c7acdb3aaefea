#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension SignInCodeRequiredState {
    /// The value of ``codeDelivery``.
    @objc(codeDelivery)
    public var objcCodeDelivery: MSALNativeAuthCodeDelivery { codeDelivery }

    /// Calls ``submitCode(code:delegate:)``.
    @objc(submitCodeWithCode:delegate:)
    public func objcSubmitCode(code: String, delegate: any ObjCSignInVerifyCodeDelegate) {
        submitCode(code: code, delegate: SignInVerifyCodeAdapter(delegate))
    }

    /// Calls ``resendCode(delegate:)``.
    @objc(resendCodeWithDelegate:)
    public func objcResendCode(delegate: any ObjCSignInResendCodeDelegate) {
        resendCode(delegate: SignInResendCodeAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension SignInPasswordRequiredState {
    /// Calls ``submitPassword(password:delegate:)``.
    @objc(submitPasswordWithPassword:delegate:)
    public func objcSubmitPassword(password: String, delegate: any ObjCSignInPasswordRequiredDelegate) {
        submitPassword(password: password, delegate: SignInPasswordRequiredAdapter(delegate))
    }
}
#endif
