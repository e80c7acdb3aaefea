/// Hears whether another code was sent: one of its methods is called, once.
public protocol SignUpResendCodeDelegate: AnyObject {
    /// No code was sent.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: The state to go on with; `nil` when the sign-up has to start again.
    @MainActor func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?)

    /// Another code is on its way; the one before is worth nothing.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension SignUpResendCodeDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor public func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }
}
