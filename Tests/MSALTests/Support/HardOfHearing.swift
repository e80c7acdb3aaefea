import Foundation
import MSAL

/// A delegate of everything that has the required methods and no other.
final class HardOfHearing: EveryDelegate {
    private let tell: (Heard) -> Void

    init(_ tell: @escaping (Heard) -> Void) {
        self.tell = tell
    }

    func onSignUpStartError(error: SignUpStartError) {
        tell(Heard(method: "onSignUpStartError", error: error))
    }

    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
        tell(Heard(method: "onSignUpVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?) {
        tell(Heard(method: "onSignUpResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
        tell(Heard(method: "onSignUpPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
        tell(Heard(method: "onSignUpAttributesRequiredError", error: error))
    }

    func onSignInStartError(error: SignInStartError) {
        tell(Heard(method: "onSignInStartError", error: error))
    }

    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        tell(Heard(method: "onSignInPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) {
        tell(Heard(method: "onSignInVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) {
        tell(Heard(method: "onSignInResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
        tell(Heard(method: "onSignInAfterSignUpError", error: error))
    }

    func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
        tell(Heard(method: "onSignInAfterResetPasswordError", error: error))
    }

    func onResetPasswordStartError(error: ResetPasswordStartError) {
        tell(Heard(method: "onResetPasswordStartError", error: error))
    }

    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        tell(Heard(method: "onResetPasswordVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?) {
        tell(Heard(method: "onResetPasswordResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        tell(Heard(method: "onResetPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
        tell(Heard(method: "onAccessTokenRetrieveError", error: error))
    }
}
