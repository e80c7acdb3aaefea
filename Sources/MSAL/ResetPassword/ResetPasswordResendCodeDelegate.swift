/// Hears whether another code was sent: one of its methods is called, once.
public protocol ResetPasswordResendCodeDelegate: AnyObject {
    /// No code was sent.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - newState: Always `nil`, as in Microsoft's SDK; the state that was asked stays good.
    @MainActor func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?)

    /// Another code is on its way; the one before is worth nothing.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension ResetPasswordResendCodeDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor public func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }
}
