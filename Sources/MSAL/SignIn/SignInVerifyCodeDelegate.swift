/// Hears what came of a code: one of its methods is called, once.
public protocol SignInVerifyCodeDelegate: SignInProgressDelegate {
    /// The code was not accepted.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the sign-in has to start again.
    @MainActor func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?)
}
