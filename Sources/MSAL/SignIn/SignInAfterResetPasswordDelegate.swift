/// Hears what came of the sign-in after a password reset: one of its methods is called, once.
public protocol SignInAfterResetPasswordDelegate: SignInProgressDelegate {
    /// The person has a new password and is not signed in.
    ///
    /// - Parameter error: Why.
    @MainActor func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError)
}
