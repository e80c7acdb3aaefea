/// Hears what came of a code: one of its methods is called, once.
public protocol SignUpVerifyCodeDelegate: SignUpProgressDelegate {
    /// The code was not accepted.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the sign-up has to start again.
    @MainActor func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?)

    /// The person has to choose a password.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState)

    /// The server needs to know more about the person, as Microsoft's tutorial spells it; the other spelling goes first.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState)
}

extension SignUpVerifyCodeDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor public func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) {
        OptionalMethod.isMissing(in: self)
    }

    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor public func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
        OptionalMethod.isMissing(in: self)
    }
}
