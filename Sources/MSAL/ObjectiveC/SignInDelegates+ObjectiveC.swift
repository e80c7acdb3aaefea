#if canImport(ObjectiveC)
public import Foundation

/// The Objective-C form of ``SignInStartDelegate``.
@objc(SignInStartDelegate)
public protocol ObjCSignInStartDelegate: NSObjectProtocol {
    /// Corresponds to ``SignInStartDelegate/onSignInStartError(error:)``.
    @objc(onSignInStartErrorWithError:)
    @MainActor func onSignInStartError(error: SignInStartError)

    /// Corresponds to ``SignInStartDelegate/onSignInCodeRequired(newState:sentTo:channelTargetType:codeLength:)``.
    @objc(onSignInCodeRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// Corresponds to ``SignInStartDelegate/onSignInPasswordRequired(newState:)``.
    @objc(onSignInPasswordRequiredWithNewState:)
    @MainActor optional func onSignInPasswordRequired(newState: SignInPasswordRequiredState)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(authMethods:newState:)``.
    @objc(onSignInAwaitingMFAWithAuthMethods:newState:)
    @MainActor optional func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(newState:)``.
    @objc(onSignInAwaitingMFAWithNewState:)
    @MainActor optional func onSignInAwaitingMFA(newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInStrongAuthMethodRegistration(authMethods:newState:)``.
    @objc(onSignInStrongAuthMethodRegistrationWithAuthMethods:newState:)
    @MainActor optional func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class SignInStartAdapter: SignInFactorAdapter<any ObjCSignInStartDelegate>, SignInStartDelegate {
    func onSignInStartError(error: SignInStartError) {
        target.onSignInStartError(error: error)
    }

    func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onSignInCodeRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }

    func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
        target.onSignInPasswordRequired?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``SignInVerifyCodeDelegate``.
@objc(SignInVerifyCodeDelegate)
public protocol ObjCSignInVerifyCodeDelegate: NSObjectProtocol {
    /// Corresponds to ``SignInVerifyCodeDelegate/onSignInVerifyCodeError(error:newState:)``.
    @objc(onSignInVerifyCodeErrorWithError:newState:)
    @MainActor func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(authMethods:newState:)``.
    @objc(onSignInAwaitingMFAWithAuthMethods:newState:)
    @MainActor optional func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(newState:)``.
    @objc(onSignInAwaitingMFAWithNewState:)
    @MainActor optional func onSignInAwaitingMFA(newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInStrongAuthMethodRegistration(authMethods:newState:)``.
    @objc(onSignInStrongAuthMethodRegistrationWithAuthMethods:newState:)
    @MainActor optional func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class SignInVerifyCodeAdapter: SignInFactorAdapter<any ObjCSignInVerifyCodeDelegate>, SignInVerifyCodeDelegate {
    func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) {
        target.onSignInVerifyCodeError(error: error, newState: newState)
    }
}

/// The Objective-C form of ``SignInResendCodeDelegate``.
@objc(SignInResendCodeDelegate)
public protocol ObjCSignInResendCodeDelegate: NSObjectProtocol {
    /// Corresponds to ``SignInResendCodeDelegate/onSignInResendCodeError(error:newState:)``.
    @objc(onSignInResendCodeErrorWithError:newState:)
    @MainActor func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?)

    /// Corresponds to `onSignInResendCodeCodeRequired` of ``SignInResendCodeDelegate``.
    @objc(onSignInResendCodeCodeRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

final class SignInResendCodeAdapter: DelegateAdapter<any ObjCSignInResendCodeDelegate>, SignInResendCodeDelegate {
    func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) {
        target.onSignInResendCodeError(error: error, newState: newState)
    }

    func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onSignInResendCodeCodeRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``SignInPasswordRequiredDelegate``.
@objc(SignInPasswordRequiredDelegate)
public protocol ObjCSignInPasswordRequiredDelegate: NSObjectProtocol {
    /// Corresponds to ``SignInPasswordRequiredDelegate/onSignInPasswordRequiredError(error:newState:)``.
    @objc(onSignInPasswordRequiredErrorWithError:newState:)
    @MainActor func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(authMethods:newState:)``.
    @objc(onSignInAwaitingMFAWithAuthMethods:newState:)
    @MainActor optional func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(newState:)``.
    @objc(onSignInAwaitingMFAWithNewState:)
    @MainActor optional func onSignInAwaitingMFA(newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInStrongAuthMethodRegistration(authMethods:newState:)``.
    @objc(onSignInStrongAuthMethodRegistrationWithAuthMethods:newState:)
    @MainActor optional func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class SignInPasswordRequiredAdapter: SignInFactorAdapter<any ObjCSignInPasswordRequiredDelegate>,
    SignInPasswordRequiredDelegate
{
    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        target.onSignInPasswordRequiredError(error: error, newState: newState)
    }
}

/// The Objective-C form of ``SignInAfterSignUpDelegate``.
@objc(SignInAfterSignUpDelegate)
public protocol ObjCSignInAfterSignUpDelegate: NSObjectProtocol {
    /// Corresponds to ``SignInAfterSignUpDelegate/onSignInAfterSignUpError(error:)``.
    @objc(onSignInAfterSignUpErrorWithError:)
    @MainActor func onSignInAfterSignUpError(error: SignInAfterSignUpError)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(authMethods:newState:)``.
    @objc(onSignInAwaitingMFAWithAuthMethods:newState:)
    @MainActor optional func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(newState:)``.
    @objc(onSignInAwaitingMFAWithNewState:)
    @MainActor optional func onSignInAwaitingMFA(newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInStrongAuthMethodRegistration(authMethods:newState:)``.
    @objc(onSignInStrongAuthMethodRegistrationWithAuthMethods:newState:)
    @MainActor optional func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class SignInAfterSignUpAdapter: SignInFactorAdapter<any ObjCSignInAfterSignUpDelegate>, SignInAfterSignUpDelegate
{
    func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
        target.onSignInAfterSignUpError(error: error)
    }
}

/// The Objective-C form of ``SignInAfterResetPasswordDelegate``.
@objc(SignInAfterResetPasswordDelegate)
public protocol ObjCSignInAfterResetPasswordDelegate: NSObjectProtocol {
    /// Corresponds to ``SignInAfterResetPasswordDelegate/onSignInAfterResetPasswordError(error:)``.
    @objc(onSignInAfterResetPasswordErrorWithError:)
    @MainActor func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(authMethods:newState:)``.
    @objc(onSignInAwaitingMFAWithAuthMethods:newState:)
    @MainActor optional func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInAwaitingMFA(newState:)``.
    @objc(onSignInAwaitingMFAWithNewState:)
    @MainActor optional func onSignInAwaitingMFA(newState: AwaitingMFAState)

    /// Corresponds to ``SignInFactorDelegate/onSignInStrongAuthMethodRegistration(authMethods:newState:)``.
    @objc(onSignInStrongAuthMethodRegistrationWithAuthMethods:newState:)
    @MainActor optional func onSignInStrongAuthMethodRegistration(
        authMethods: [MSALAuthMethod],
        newState: RegisterStrongAuthState
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class SignInAfterResetPasswordAdapter: SignInFactorAdapter<any ObjCSignInAfterResetPasswordDelegate>,
    SignInAfterResetPasswordDelegate
{
    func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
        target.onSignInAfterResetPasswordError(error: error)
    }
}
#endif
