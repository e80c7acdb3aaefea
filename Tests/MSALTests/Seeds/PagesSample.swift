import MSAL

// Verbatim snippets of Microsoft's tutorial (`msal-native-auth-sign-up.txt`), except for `keep(newState)` and the two
// buttons of the code page, which the tutorial leaves to the reader.

private typealias ViewController = PagesSample

/// Sign-up with attributes on several pages.
final class PagesSample: TutorialScreen, SampleScreen {
    @available(*, deprecated)
    func signUpPressed(_: Any) {
        guard let email = emailTextField.text, let password = passwordTextField.text else { return }
        nativeAuth.signUp(username: email, password: password, delegate: self)
    }

    func submitCodePressed(userSuppliedCode: String) {
        guard let newState = state as? SignUpCodeRequiredState else { return }
        newState.submitCode(code: userSuppliedCode, delegate: self)
    }

    func resendCodePressed() {
        guard let newState = state as? SignUpCodeRequiredState else { return }
        newState.resendCode(delegate: self)
    }
}

extension ViewController: SignUpStartDelegate {
    func onSignUpStartError(error: MSAL.SignUpStartError) {
        resultTextView.text = "Error signing up: \(error.errorDescription ?? "no description")"
    }

    func onSignUpCodeRequired(
        newState: MSAL.SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSAL.MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        keep(newState)
        resultTextView.text = "Verification code sent to \(sentTo)"
    }
}

extension ViewController: SignUpVerifyCodeDelegate {
    func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
        keep(newState)
        resultTextView.text = "Attributes required"
    }

    func onSignUpVerifyCodeError(error: MSAL.VerifyCodeError, newState: MSAL.SignUpCodeRequiredState?) {
        resultTextView.text = "Error verifying code: \(error.errorDescription ?? "no description")"
    }

    func onSignUpCompleted(newState: SignInAfterSignUpState) {
        keep(newState)
        resultTextView.text = "Signed up successfully!"
    }
}

extension ViewController: SignUpResendCodeDelegate {
    func onSignUpResendCodeError(error: MSAL.ResendCodeError, newState: MSAL.SignUpCodeRequiredState?) {
        resultTextView.text = "Error resending code: \(error.errorDescription ?? "no description")"
    }

    func onSignUpResendCodeCodeRequired(
        newState: MSAL.SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSAL.MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        keep(newState)
        resultTextView.text = "Verification code sent again to \(sentTo)"
    }
}
