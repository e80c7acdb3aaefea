/// Hears what came of a password: one of its methods is called, once.
public protocol SignUpPasswordRequiredDelegate: SignUpProgressDelegate {
    /// The password was not accepted.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the sign-up has to start again.
    @MainActor func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?)
}
