import Foundation
import MSAL

/// A delegate of every call that reports the calls of the required methods.
protocol ReportingDelegate: EveryDelegate {
    var report: (DelegateCall) -> Void { get }
}

/// A delegate of every call with the required methods only.
final class RequiredMethodsDelegate: ReportingDelegate {
    let report: (DelegateCall) -> Void

    init(_ report: @escaping (DelegateCall) -> Void) {
        self.report = report
    }
}

@MainActor extension ReportingDelegate {
    func onSignUpStartError(error: SignUpStartError) {
        report(DelegateCall(method: "onSignUpStartError", error: error))
    }

    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
        report(DelegateCall(method: "onSignUpVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?) {
        report(DelegateCall(method: "onSignUpResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
        report(DelegateCall(method: "onSignUpPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
        report(DelegateCall(method: "onSignUpAttributesRequiredError", error: error))
    }

    func onSignInStartError(error: SignInStartError) {
        report(DelegateCall(method: "onSignInStartError", error: error))
    }

    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        report(DelegateCall(method: "onSignInPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) {
        report(DelegateCall(method: "onSignInVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) {
        report(DelegateCall(method: "onSignInResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
        report(DelegateCall(method: "onSignInAfterSignUpError", error: error))
    }

    func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
        report(DelegateCall(method: "onSignInAfterResetPasswordError", error: error))
    }

    func onResetPasswordStartError(error: ResetPasswordStartError) {
        report(DelegateCall(method: "onResetPasswordStartError", error: error))
    }

    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        report(DelegateCall(method: "onResetPasswordVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?) {
        report(DelegateCall(method: "onResetPasswordResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        report(DelegateCall(method: "onResetPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?) {
        report(DelegateCall(method: "onMFARequestChallengeError", error: error, state: newState ?? NSNull()))
    }

    func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?) {
        report(DelegateCall(method: "onMFASubmitChallengeError", error: error, state: newState ?? NSNull()))
    }

    func onRegisterStrongAuthChallengeError(
        error: RegisterStrongAuthChallengeError,
        newState: RegisterStrongAuthState?
    ) {
        report(DelegateCall(method: "onRegisterStrongAuthChallengeError", error: error, state: newState ?? NSNull()))
    }

    func onRegisterStrongAuthSubmitChallengeError(
        error: RegisterStrongAuthSubmitChallengeError,
        newState: RegisterStrongAuthVerificationRequiredState?
    ) {
        report(
            DelegateCall(
                method: "onRegisterStrongAuthSubmitChallengeError",
                error: error,
                state: newState ?? NSNull()
            )
        )
    }

    func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
        report(DelegateCall(method: "onAccessTokenRetrieveError", error: error))
    }
}
