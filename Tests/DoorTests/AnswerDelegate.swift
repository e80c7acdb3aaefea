import MSAL

/// Hears one answer, whichever, and hands over what came with it.
final class AnswerDelegate: SignUpStartDelegate, SignUpVerifyCodeDelegate, SignInAfterSignUpDelegate,
    ResetPasswordStartDelegate,
    ResetPasswordVerifyCodeDelegate, ResetPasswordRequiredDelegate
{
    private let tell: @MainActor (any AnyObject & Sendable) -> Void

    init(_ tell: @escaping @MainActor (any AnyObject & Sendable) -> Void) {
        self.tell = tell
    }

    func onSignUpStartError(error: SignUpStartError) { tell(error) }

    func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) { tell(newState) }

    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) { tell(error) }

    func onSignUpCompleted(newState: SignInAfterSignUpState) { tell(newState) }

    func onSignInAfterSignUpError(error: SignInAfterSignUpError) { tell(error) }

    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) { tell(result) }

    func onResetPasswordStartError(error: ResetPasswordStartError) { tell(error) }

    func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) { tell(newState) }

    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        tell(error)
    }

    func onPasswordRequired(newState: ResetPasswordRequiredState) { tell(newState) }

    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        tell(error)
    }

    func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) { tell(newState) }
}
