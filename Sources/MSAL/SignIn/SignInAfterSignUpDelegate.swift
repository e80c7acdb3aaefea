/// Hears what came of the sign-in after a sign-up: one of its methods is called, once.
public protocol SignInAfterSignUpDelegate: SignInProgressDelegate {
    /// The person has an account and is not signed in.
    ///
    /// - Parameter error: Why.
    @MainActor func onSignInAfterSignUpError(error: SignInAfterSignUpError)
}
