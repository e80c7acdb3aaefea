#if canImport(ObjectiveC)
public import Foundation

/// The Objective-C form of ``ResetPasswordStartDelegate``.
@objc(ResetPasswordStartDelegate)
public protocol ObjCResetPasswordStartDelegate: NSObjectProtocol {
    /// Corresponds to ``ResetPasswordStartDelegate/onResetPasswordStartError(error:)``.
    @objc(onResetPasswordStartErrorWithError:)
    @MainActor func onResetPasswordStartError(error: ResetPasswordStartError)

    /// Corresponds to `onResetPasswordCodeRequired` of ``ResetPasswordStartDelegate``.
    @objc(onResetPasswordCodeRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

final class ResetPasswordStartAdapter: DelegateAdapter<any ObjCResetPasswordStartDelegate>, ResetPasswordStartDelegate {
    func onResetPasswordStartError(error: ResetPasswordStartError) {
        target.onResetPasswordStartError(error: error)
    }

    func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onResetPasswordCodeRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``ResetPasswordVerifyCodeDelegate``.
@objc(ResetPasswordVerifyCodeDelegate)
public protocol ObjCResetPasswordVerifyCodeDelegate: NSObjectProtocol {
    /// Corresponds to ``ResetPasswordVerifyCodeDelegate/onResetPasswordVerifyCodeError(error:newState:)``.
    @objc(onResetPasswordVerifyCodeErrorWithError:newState:)
    @MainActor func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?)

    /// Corresponds to ``ResetPasswordVerifyCodeDelegate/onPasswordRequired(newState:)``.
    @objc(onPasswordRequiredWithNewState:)
    @MainActor optional func onPasswordRequired(newState: ResetPasswordRequiredState)
}

final class ResetPasswordVerifyCodeAdapter: DelegateAdapter<any ObjCResetPasswordVerifyCodeDelegate>,
    ResetPasswordVerifyCodeDelegate
{
    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        target.onResetPasswordVerifyCodeError(error: error, newState: newState)
    }

    func onPasswordRequired(newState: ResetPasswordRequiredState) {
        target.onPasswordRequired?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``ResetPasswordResendCodeDelegate``.
@objc(ResetPasswordResendCodeDelegate)
public protocol ObjCResetPasswordResendCodeDelegate: NSObjectProtocol {
    /// Corresponds to ``ResetPasswordResendCodeDelegate/onResetPasswordResendCodeError(error:newState:)``.
    @objc(onResetPasswordResendCodeErrorWithError:newState:)
    @MainActor func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?)

    /// Corresponds to `onResetPasswordResendCodeRequired` of ``ResetPasswordResendCodeDelegate``.
    @objc(onResetPasswordResendCodeRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

final class ResetPasswordResendCodeAdapter: DelegateAdapter<any ObjCResetPasswordResendCodeDelegate>,
    ResetPasswordResendCodeDelegate
{
    func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?) {
        target.onResetPasswordResendCodeError(error: error, newState: newState)
    }

    func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onResetPasswordResendCodeRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``ResetPasswordRequiredDelegate``.
@objc(ResetPasswordRequiredDelegate)
public protocol ObjCResetPasswordRequiredDelegate: NSObjectProtocol {
    /// Corresponds to ``ResetPasswordRequiredDelegate/onResetPasswordRequiredError(error:newState:)``.
    @objc(onResetPasswordRequiredErrorWithError:newState:)
    @MainActor func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?)

    /// Corresponds to ``ResetPasswordRequiredDelegate/onResetPasswordCompleted(newState:)``.
    @objc(onResetPasswordCompletedWithNewState:)
    @MainActor optional func onResetPasswordCompleted(newState: SignInAfterResetPasswordState)
}

final class ResetPasswordRequiredAdapter: DelegateAdapter<any ObjCResetPasswordRequiredDelegate>,
    ResetPasswordRequiredDelegate
{
    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        target.onResetPasswordRequiredError(error: error, newState: newState)
    }

    func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
        target.onResetPasswordCompleted?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }
}
#endif
