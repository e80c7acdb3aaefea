/// Hears what came of a password: one of its methods is called, once.
public protocol SignInPasswordRequiredDelegate: SignInProgressDelegate {
    /// The password was not accepted.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the sign-in has to start again.
    @MainActor func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?)
}
