/// The delegate of the start of a sign-up.
///
/// One of its methods is called, once.
public protocol SignUpStartDelegate: AnyObject {
    /// Tells the delegate that the sign-up could not be started.
    ///
    /// - Parameter error: The error.
    @MainActor func onSignUpStartError(error: SignUpStartError)

    /// Tells the delegate that a code was sent to the user.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// Tells the delegate that some attributes were rejected and the sign-up must be restarted.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter attributeNames: The names of the rejected attributes.
    @MainActor func onSignUpAttributesInvalid(attributeNames: [String])
}

extension SignUpStartDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter attributeNames: The names of the rejected attributes.
    @MainActor public func onSignUpAttributesInvalid(attributeNames: [String]) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The methods common to the delegates of a started sign-up.
///
/// Apps use the inheriting protocols.
public protocol SignUpProgressDelegate: AnyObject {
    /// Tells the delegate that the server requires attributes of the user.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - attributes: The required attributes, for one page of the app.
    ///   - newState: The next state.
    @MainActor func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    )

    /// Tells the delegate that the account was created.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state, with which the user can be signed in.
    @MainActor func onSignUpCompleted(newState: SignInAfterSignUpState)
}

extension SignUpProgressDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - attributes: The required attributes, for one page of the app.
    ///   - newState: The next state.
    @MainActor public func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state, with which the user can be signed in.
    @MainActor public func onSignUpCompleted(newState: SignInAfterSignUpState) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted code.
///
/// One of its methods is called, once.
public protocol SignUpVerifyCodeDelegate: SignUpProgressDelegate {
    /// Tells the delegate that the code was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-up must be restarted.
    @MainActor func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?)

    /// Tells the delegate that the user must choose a password.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state.
    @MainActor func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState)

    /// Tells the delegate that the server requires attributes, with the signature of Microsoft's tutorial.
    ///
    /// The other method takes precedence.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state.
    @MainActor func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState)
}

extension SignUpVerifyCodeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state.
    @MainActor public func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state.
    @MainActor public func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a resent code.
///
/// One of its methods is called, once.
public protocol SignUpResendCodeDelegate: AnyObject {
    /// Tells the delegate that no code was sent.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-up must be restarted.
    @MainActor func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?)

    /// Tells the delegate that another code was sent, which replaces the previous one.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension SignUpResendCodeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted password.
///
/// One of its methods is called, once.
public protocol SignUpPasswordRequiredDelegate: SignUpProgressDelegate {
    /// Tells the delegate that the password was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-up must be restarted.
    @MainActor func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?)
}

/// The delegate of submitted attributes.
///
/// One of its methods is called, once.
public protocol SignUpAttributesRequiredDelegate: SignUpProgressDelegate {
    /// Tells the delegate of an error other than invalid attributes.
    ///
    /// - Parameter error: The error.
    @MainActor func onSignUpAttributesRequiredError(error: AttributesRequiredError)

    /// Tells the delegate that some attributes were rejected.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - attributeNames: The names of the rejected attributes.
    ///   - newState: The state with which to submit other values.
    @MainActor func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState)
}

extension SignUpAttributesRequiredDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - attributeNames: The names of the rejected attributes.
    ///   - newState: The state with which to submit other values.
    @MainActor public func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState)
    {
        OptionalMethod.isMissing(in: self)
    }
}
