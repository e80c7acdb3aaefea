/// The delegate of the start of a password reset.
///
/// One of its methods is called, once.
public protocol ResetPasswordStartDelegate: AnyObject {
    /// Tells the delegate that the reset could not be started.
    ///
    /// - Parameter error: The error.
    @MainActor func onResetPasswordStartError(error: ResetPasswordStartError)

    /// Tells the delegate that a code was sent to the user.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension ResetPasswordStartDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted code.
///
/// One of its methods is called, once.
public protocol ResetPasswordVerifyCodeDelegate: AnyObject {
    /// Tells the delegate that the code was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the reset must be restarted.
    @MainActor func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?)

    /// Tells the delegate that the user may choose a new password.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state.
    @MainActor func onPasswordRequired(newState: ResetPasswordRequiredState)
}

extension ResetPasswordVerifyCodeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state.
    @MainActor public func onPasswordRequired(newState: ResetPasswordRequiredState) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a resent code.
///
/// One of its methods is called, once.
public protocol ResetPasswordResendCodeDelegate: AnyObject {
    /// Tells the delegate that no code was sent.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: Always `nil`, as in Microsoft's SDK. The current state remains valid.
    @MainActor func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?)

    /// Tells the delegate that another code was sent, which replaces the previous one.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension ResetPasswordResendCodeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted new password.
///
/// One of its methods is called, once.
public protocol ResetPasswordRequiredDelegate: AnyObject {
    /// Tells the delegate that the password was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the reset must be restarted.
    @MainActor func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?)

    /// Tells the delegate that the password was changed.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state, with which the user can be signed in.
    @MainActor func onResetPasswordCompleted(newState: SignInAfterResetPasswordState)
}

extension ResetPasswordRequiredDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state, with which the user can be signed in.
    @MainActor public func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
        OptionalMethod.isMissing(in: self)
    }
}
