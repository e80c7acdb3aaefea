/// The delegate of a requested challenge of a second factor.
///
/// One of its methods is called, once.
public protocol MFARequestChallengeDelegate: AnyObject {
    /// Tells the delegate that no code was sent.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?)

    /// Tells the delegate that a code was sent to the user.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// Tells the delegate that the user must choose a method, after a request without one as in versions 1.6 to 2.4.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The state with which to request the challenge of a method.
    @MainActor func onMFARequestChallengeSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState)
}

extension MFARequestChallengeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - newState: The next state.
    ///   - sentTo: The masked address that the code was sent to.
    ///   - channelTargetType: The type of the address.
    ///   - codeLength: The number of digits of the code.
    @MainActor public func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The state with which to request the challenge of a method.
    @MainActor public func onMFARequestChallengeSelectionRequired(
        authMethods: [MSALAuthMethod],
        newState: MFARequiredState
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of the methods of a second factor, as in versions 1.6 to 2.4.
///
/// One of its methods is called, once.
public protocol MFAGetAuthMethodsDelegate: AnyObject {
    /// Tells the delegate that the methods are not known.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onMFAGetAuthMethodsError(error: MFAGetAuthMethodsError, newState: MFARequiredState?)

    /// Tells the delegate that the user must choose a method.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The state with which to request the challenge of a method.
    @MainActor func onMFAGetAuthMethodsSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState)
}

extension MFAGetAuthMethodsDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameters:
    ///   - authMethods: The methods to choose from.
    ///   - newState: The state with which to request the challenge of a method.
    @MainActor public func onMFAGetAuthMethodsSelectionRequired(
        authMethods: [MSALAuthMethod],
        newState: MFARequiredState
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted code of a second factor.
///
/// One of its methods is called, once.
public protocol MFASubmitChallengeDelegate: SignInProgressDelegate {
    /// Tells the delegate that the code was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?)
}

/// The delegate of a requested challenge of a method to register.
///
/// One of its methods is called, once; `onSignInCompleted(result:)` if the server has verified the address before.
public protocol RegisterStrongAuthChallengeDelegate: SignInProgressDelegate {
    /// Tells the delegate that no code was sent.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onRegisterStrongAuthChallengeError(
        error: RegisterStrongAuthChallengeError,
        newState: RegisterStrongAuthState?
    )

    /// Tells the delegate that a code was sent to the address.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter result: The delivery of the code, with the next state.
    @MainActor func onRegisterStrongAuthVerificationRequired(
        result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult
    )
}

extension RegisterStrongAuthChallengeDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter result: The delivery of the code, with the next state.
    @MainActor public func onRegisterStrongAuthVerificationRequired(
        result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult
    ) {
        OptionalMethod.isMissing(in: self)
    }
}

/// The delegate of a submitted code of a method to register.
///
/// One of its methods is called, once.
public protocol RegisterStrongAuthSubmitChallengeDelegate: SignInProgressDelegate {
    /// Tells the delegate that the code was rejected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - newState: The state to continue with; `nil` if the sign-in must be restarted.
    @MainActor func onRegisterStrongAuthSubmitChallengeError(
        error: RegisterStrongAuthSubmitChallengeError,
        newState: RegisterStrongAuthVerificationRequiredState?
    )
}
