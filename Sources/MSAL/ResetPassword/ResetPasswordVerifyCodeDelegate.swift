/// Hears what came of a code: one of its methods is called, once.
public protocol ResetPasswordVerifyCodeDelegate: AnyObject {
    /// The code was not accepted.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the reset has to start again.
    @MainActor func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?)

    /// The person may choose a new password.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor func onPasswordRequired(newState: ResetPasswordRequiredState)
}

extension ResetPasswordVerifyCodeDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor public func onPasswordRequired(newState: ResetPasswordRequiredState) {
        OptionalMethod.isMissing(in: self)
    }
}
