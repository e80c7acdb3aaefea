/// Hears how the start of a password reset went: one of its methods is called, once.
public protocol ResetPasswordStartDelegate: AnyObject {
    /// The reset could not be started.
    ///
    /// - Parameter error: Why.
    @MainActor func onResetPasswordStartError(error: ResetPasswordStartError)

    /// A code is on its way to the person.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension ResetPasswordStartDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor public func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }
}
