#if canImport(ObjectiveC)
public import Foundation

/// The Objective-C form of ``MFARequestChallengeDelegate``.
@objc(MFARequestChallengeDelegate)
public protocol ObjCMFARequestChallengeDelegate: NSObjectProtocol {
    /// Corresponds to ``MFARequestChallengeDelegate/onMFARequestChallengeError(error:newState:)``.
    @objc(onMFARequestChallengeErrorWithError:newState:)
    @MainActor func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?)

    /// Corresponds to `onMFARequestChallengeVerificationRequired` of ``MFARequestChallengeDelegate``.
    @objc(onMFARequestChallengeVerificationRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// Corresponds to ``MFARequestChallengeDelegate/onMFARequestChallengeSelectionRequired(authMethods:newState:)``.
    @objc(onMFARequestChallengeSelectionRequiredWithAuthMethods:newState:)
    @MainActor optional func onMFARequestChallengeSelectionRequired(
        authMethods: [MSALAuthMethod],
        newState: MFARequiredState
    )
}

final class MFARequestChallengeAdapter: DelegateAdapter<any ObjCMFARequestChallengeDelegate>,
    MFARequestChallengeDelegate
{
    func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?) {
        target.onMFARequestChallengeError(error: error, newState: newState)
    }

    func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onMFARequestChallengeVerificationRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }

    func onMFARequestChallengeSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState) {
        target.onMFARequestChallengeSelectionRequired?(authMethods: authMethods, newState: newState)
            ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``MFAGetAuthMethodsDelegate``.
@objc(MFAGetAuthMethodsDelegate)
public protocol ObjCMFAGetAuthMethodsDelegate: NSObjectProtocol {
    /// Corresponds to ``MFAGetAuthMethodsDelegate/onMFAGetAuthMethodsError(error:newState:)``.
    @objc(onMFAGetAuthMethodsErrorWithError:newState:)
    @MainActor func onMFAGetAuthMethodsError(error: MFAGetAuthMethodsError, newState: MFARequiredState?)

    /// Corresponds to ``MFAGetAuthMethodsDelegate/onMFAGetAuthMethodsSelectionRequired(authMethods:newState:)``.
    @objc(onMFAGetAuthMethodsSelectionRequiredWithAuthMethods:newState:)
    @MainActor optional func onMFAGetAuthMethodsSelectionRequired(
        authMethods: [MSALAuthMethod],
        newState: MFARequiredState
    )
}

final class MFAGetAuthMethodsAdapter: DelegateAdapter<any ObjCMFAGetAuthMethodsDelegate>, MFAGetAuthMethodsDelegate {
    func onMFAGetAuthMethodsError(error: MFAGetAuthMethodsError, newState: MFARequiredState?) {
        target.onMFAGetAuthMethodsError(error: error, newState: newState)
    }

    func onMFAGetAuthMethodsSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState) {
        target.onMFAGetAuthMethodsSelectionRequired?(authMethods: authMethods, newState: newState)
            ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``MFASubmitChallengeDelegate``.
@objc(MFASubmitChallengeDelegate)
public protocol ObjCMFASubmitChallengeDelegate: NSObjectProtocol {
    /// Corresponds to ``MFASubmitChallengeDelegate/onMFASubmitChallengeError(error:newState:)``.
    @objc(onMFASubmitChallengeErrorWithError:newState:)
    @MainActor func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?)

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class MFASubmitChallengeAdapter: SignInProgressAdapter<any ObjCMFASubmitChallengeDelegate>,
    MFASubmitChallengeDelegate
{
    func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?) {
        target.onMFASubmitChallengeError(error: error, newState: newState)
    }
}

/// The Objective-C form of ``RegisterStrongAuthChallengeDelegate``.
@objc(RegisterStrongAuthChallengeDelegate)
public protocol ObjCRegisterStrongAuthChallengeDelegate: NSObjectProtocol {
    /// Corresponds to ``RegisterStrongAuthChallengeDelegate/onRegisterStrongAuthChallengeError(error:newState:)``.
    @objc(onRegisterStrongAuthChallengeErrorWithError:newState:)
    @MainActor func onRegisterStrongAuthChallengeError(
        error: RegisterStrongAuthChallengeError,
        newState: RegisterStrongAuthState?
    )

    /// Corresponds to ``RegisterStrongAuthChallengeDelegate/onRegisterStrongAuthVerificationRequired(result:)``.
    @objc(onRegisterStrongAuthVerificationRequiredWithResult:)
    @MainActor optional func onRegisterStrongAuthVerificationRequired(
        result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class RegisterStrongAuthChallengeAdapter: SignInProgressAdapter<any ObjCRegisterStrongAuthChallengeDelegate>,
    RegisterStrongAuthChallengeDelegate
{
    func onRegisterStrongAuthChallengeError(error: RegisterStrongAuthChallengeError, newState: RegisterStrongAuthState?)
    {
        target.onRegisterStrongAuthChallengeError(error: error, newState: newState)
    }

    func onRegisterStrongAuthVerificationRequired(result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult) {
        target.onRegisterStrongAuthVerificationRequired?(result: result) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``RegisterStrongAuthSubmitChallengeDelegate``.
@objc(RegisterStrongAuthSubmitChallengeDelegate)
public protocol ObjCRegisterStrongAuthSubmitChallengeDelegate: NSObjectProtocol {
    /// Corresponds to `onRegisterStrongAuthSubmitChallengeError` of ``RegisterStrongAuthSubmitChallengeDelegate``.
    @objc(onRegisterStrongAuthSubmitChallengeErrorWithError:newState:)
    @MainActor func onRegisterStrongAuthSubmitChallengeError(
        error: RegisterStrongAuthSubmitChallengeError,
        newState: RegisterStrongAuthVerificationRequiredState?
    )

    /// Corresponds to ``SignInProgressDelegate/onSignInCompleted(result:)``.
    @objc(onSignInCompletedWithResult:)
    @MainActor optional func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

final class RegisterStrongAuthSubmitChallengeAdapter: SignInProgressAdapter<
    any ObjCRegisterStrongAuthSubmitChallengeDelegate
>, RegisterStrongAuthSubmitChallengeDelegate
{
    func onRegisterStrongAuthSubmitChallengeError(
        error: RegisterStrongAuthSubmitChallengeError,
        newState: RegisterStrongAuthVerificationRequiredState?
    ) {
        target.onRegisterStrongAuthSubmitChallengeError(error: error, newState: newState)
    }
}
#endif
