import MSAL

/// A delegate that passes the first result of any of these calls to a closure.
final class ResultDelegate: SignUpStartDelegate, SignUpVerifyCodeDelegate, SignInAfterSignUpDelegate,
    ResetPasswordStartDelegate,
    ResetPasswordVerifyCodeDelegate, ResetPasswordRequiredDelegate
{
    private let completion: @MainActor (any AnyObject & Sendable) -> Void

    init(_ completion: @escaping @MainActor (any AnyObject & Sendable) -> Void) {
        self.completion = completion
    }

    func onSignUpStartError(error: SignUpStartError) { completion(error) }

    func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) { completion(newState) }

    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) { completion(error) }

    func onSignUpCompleted(newState: SignInAfterSignUpState) { completion(newState) }

    func onSignInAfterSignUpError(error: SignInAfterSignUpError) { completion(error) }

    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) { completion(result) }

    func onResetPasswordStartError(error: ResetPasswordStartError) { completion(error) }

    func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) { completion(newState) }

    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        completion(error)
    }

    func onPasswordRequired(newState: ResetPasswordRequiredState) { completion(newState) }

    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        completion(error)
    }

    func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) { completion(newState) }
}
