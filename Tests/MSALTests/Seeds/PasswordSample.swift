import MSAL

// Verbatim snippets of Microsoft's tutorial (`msal-native-auth-sign-up.txt`), except for `keep(newState)` and the two
// buttons of the code page, which the tutorial leaves to the reader.

private typealias ViewController = PasswordSample

/// Sign-up with a code and a password.
final class PasswordSample: TutorialScreen, SampleScreen {
    // swift-format-ignore
    @available(*, deprecated)
    @IBAction func signUpPressed(_: Any) {
        guard let email = emailTextField.text, let password = passwordTextField.text else {
            resultTextView.text = "Email or password not set"
            return
        }

        nativeAuth.signUp(username: email,password: password,delegate: self)
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
        if error.isUserAlreadyExists {
            resultTextView.text = "Unable to sign up: User already exists"
        } else if error.isInvalidPassword {
            resultTextView.text = "Unable to sign up: The password is invalid"
        } else if error.isInvalidUsername {
            resultTextView.text = "Unable to sign up: The username is invalid"
        } else {
            resultTextView.text = "Unexpected error signing up: \(error.errorDescription ?? "no description")"
        }
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
