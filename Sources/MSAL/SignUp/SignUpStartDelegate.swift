/// Hears how the start of a sign-up went: one of its methods is called, once.
public protocol SignUpStartDelegate: AnyObject {
    /// The sign-up could not be started.
    ///
    /// - Parameter error: Why.
    @MainActor func onSignUpStartError(error: SignUpStartError)

    /// A code is on its way to the person.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// The server did not accept some of the attributes; start again with others.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter attributeNames: Which.
    @MainActor func onSignUpAttributesInvalid(attributeNames: [String])
}

extension SignUpStartDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - newState: What can be done next.
    ///   - sentTo: The address, with most of its letters hidden.
    ///   - channelTargetType: What kind of address it is.
    ///   - codeLength: How many digits the code has.
    @MainActor public func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter attributeNames: Which.
    @MainActor public func onSignUpAttributesInvalid(attributeNames: [String]) {
        OptionalMethod.isMissing(in: self)
    }
}
