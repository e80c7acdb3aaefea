/// Hears how the start of a sign-in went: one of its methods is called, once.
public protocol SignInStartDelegate: SignInProgressDelegate {
    /// The sign-in could not be started, or the password was wrong.
    ///
    /// - Parameter error: Why.
    @MainActor func onSignInStartError(error: SignInStartError)

    /// A code is on its way to the person.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// The server needs the person's password.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor func onSignInPasswordRequired(newState: SignInPasswordRequiredState)
}

extension SignInStartDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor public func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter newState: What can be done next.
    @MainActor public func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
        OptionalMethod.isMissing(in: self)
    }
}
