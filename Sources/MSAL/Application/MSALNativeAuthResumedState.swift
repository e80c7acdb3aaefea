/// A state that was stored, to go on with.
public enum MSALNativeAuthResumedState: Sendable {
    /// A sign-up waits for its code.
    case signUpCodeRequired(SignUpCodeRequiredState)
    /// A sign-up waits for a password.
    case signUpPasswordRequired(SignUpPasswordRequiredState)
    /// A sign-up waits for attributes.
    case signUpAttributesRequired(SignUpAttributesRequiredState)
    /// A sign-up is done; the person can be signed in.
    case signUpCompleted(SignInAfterSignUpState)
    /// A sign-in waits for its code.
    case signInCodeRequired(SignInCodeRequiredState)
    /// A sign-in waits for the password.
    case signInPasswordRequired(SignInPasswordRequiredState)
    /// A password reset waits for its code.
    case resetPasswordCodeRequired(ResetPasswordCodeRequiredState)
    /// A password reset waits for the new password.
    case resetPasswordRequired(ResetPasswordRequiredState)
    /// A password reset is done; the person can be signed in.
    case resetPasswordCompleted(SignInAfterResetPasswordState)
}
