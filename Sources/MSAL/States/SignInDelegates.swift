/// The delegate of the start of a sign-in.
///
/// One of its methods is called, once.
public protocol SignInStartDelegate: SignInFactorDelegate {
    /// Tells the delegate that the sign-in could not be started, or the password was incorrect.
    ///
    /// - Parameter error: The error.
    @MainActor func onSignInStartError(error: SignInStartError)

    /// Tells the delegate that a code was sent to the user.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// Tells the delegate that the server requires the user's password.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state.
    @MainActor func onSignInPasswordRequired(newState: SignInPasswordRequiredState)
}

extension SignInStartDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state.
    @MainActor public func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The methods common to the delegates of a sign-in.
///
/// Apps use the inheriting protocols.
public protocol SignInProgressDelegate: AnyObject {
    /// Tells the delegate that the user is signed in.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter result: The account and its tokens.
    @MainActor func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

extension SignInProgressDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter result: The account and its tokens.
    @MainActor public func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The methods common to the delegates of a sign-in that may require a second factor.
///
/// Apps use the inheriting protocols.
public protocol SignInFactorDelegate: SignInProgressDelegate {
    /// Tells the delegate that the user must prove a second factor.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The next state.
    @MainActor func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState)

    /// Tells the delegate that the user must prove a second factor, with the signature of versions 1.6 to 2.4.
    ///
    /// The other method takes precedence.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: The next state.
    @MainActor func onSignInAwaitingMFA(newState: AwaitingMFAState)

    /// Tells the delegate that the user must register a second factor.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The next state.
    @MainActor func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    )
}

extension SignInFactorDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The next state.
    @MainActor public func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter newState: The next state.
    @MainActor public func onSignInAwaitingMFA(newState: AwaitingMFAState) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The next state.
    @MainActor public func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted code.
///
/// One of its methods is called, once.
public protocol SignInVerifyCodeDelegate: SignInFactorDelegate {
    /// Tells the delegate that the code was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?)
}

/// The delegate of a resent code.
///
/// One of its methods is called, once.
public protocol SignInResendCodeDelegate: AnyObject {
    /// Tells the delegate that no code was sent.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?)

    /// Tells the delegate that another code was sent, which replaces the previous one.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

extension SignInResendCodeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
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
public protocol SignInPasswordRequiredDelegate: SignInFactorDelegate {
    /// Tells the delegate that the password was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?)
}

/// The delegate of the sign-in after a sign-up.
///
/// One of its methods is called, once.
public protocol SignInAfterSignUpDelegate: SignInFactorDelegate {
    /// Tells the delegate that the account exists but the user is not signed in.
    ///
    /// - Parameter error: The error.
    @MainActor func onSignInAfterSignUpError(error: SignInAfterSignUpError)
}

/// The delegate of the sign-in after a password reset.
///
/// One of its methods is called, once.
public protocol SignInAfterResetPasswordDelegate: SignInFactorDelegate {
    /// Tells the delegate that the password has changed but the user is not signed in.
    ///
    /// - Parameter error: The error.
    @MainActor func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError)
}
