/// Hears what came of a new password: one of its methods is called, once.
public protocol ResetPasswordRequiredDelegate: AnyObject {
    /// The password was not accepted.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the reset has to start again.
    @MainActor func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?)

    /// The person has a new password.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: What can be done next: sign the person in.
    @MainActor func onResetPasswordCompleted(newState: SignInAfterResetPasswordState)
}

extension ResetPasswordRequiredDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter newState: What can be done next: sign the person in.
    @MainActor public func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
        OptionalMethod.isMissing(in: self)
    }
}
