#if canImport(ObjectiveC)
public import Foundation

/// The Objective-C form of ``SignUpStartDelegate``.
@objc(SignUpStartDelegate)
public protocol ObjCSignUpStartDelegate: NSObjectProtocol {
    /// Corresponds to ``SignUpStartDelegate/onSignUpStartError(error:)``.
    @objc(onSignUpStartErrorWithError:)
    @MainActor func onSignUpStartError(error: SignUpStartError)

    /// Corresponds to ``SignUpStartDelegate/onSignUpCodeRequired(newState:sentTo:channelTargetType:codeLength:)``.
    @objc(onSignUpCodeRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )

    /// Corresponds to ``SignUpStartDelegate/onSignUpAttributesInvalid(attributeNames:)``.
    @objc(onSignUpAttributesInvalidWithAttributeNames:)
    @MainActor optional func onSignUpAttributesInvalid(attributeNames: [String])
}

final class SignUpStartAdapter: DelegateAdapter<any ObjCSignUpStartDelegate>, SignUpStartDelegate {
    func onSignUpStartError(error: SignUpStartError) {
        target.onSignUpStartError(error: error)
    }

    func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onSignUpCodeRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }

    func onSignUpAttributesInvalid(attributeNames: [String]) {
        target.onSignUpAttributesInvalid?(attributeNames: attributeNames) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``SignUpVerifyCodeDelegate``.
@objc(SignUpVerifyCodeDelegate)
public protocol ObjCSignUpVerifyCodeDelegate: NSObjectProtocol {
    /// Corresponds to ``SignUpVerifyCodeDelegate/onSignUpVerifyCodeError(error:newState:)``.
    @objc(onSignUpVerifyCodeErrorWithError:newState:)
    @MainActor func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?)

    /// Corresponds to ``SignUpVerifyCodeDelegate/onSignUpPasswordRequired(newState:)``.
    @objc(onSignUpPasswordRequiredWithNewState:)
    @MainActor optional func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState)

    /// Corresponds to ``SignUpVerifyCodeDelegate/onSignUpAttributesRequired(newState:)``.
    @objc(onSignUpAttributesRequiredWithNewState:)
    @MainActor optional func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState)

    /// Corresponds to ``SignUpProgressDelegate/onSignUpAttributesRequired(attributes:newState:)``.
    @objc(onSignUpAttributesRequiredWithAttributes:newState:)
    @MainActor optional func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    )

    /// Corresponds to ``SignUpProgressDelegate/onSignUpCompleted(newState:)``.
    @objc(onSignUpCompletedWithNewState:)
    @MainActor optional func onSignUpCompleted(newState: SignInAfterSignUpState)
}

final class SignUpVerifyCodeAdapter: SignUpProgressAdapter<any ObjCSignUpVerifyCodeDelegate>, SignUpVerifyCodeDelegate {
    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
        target.onSignUpVerifyCodeError(error: error, newState: newState)
    }

    func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) {
        target.onSignUpPasswordRequired?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }

    func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
        target.onSignUpAttributesRequired?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``SignUpResendCodeDelegate``.
@objc(SignUpResendCodeDelegate)
public protocol ObjCSignUpResendCodeDelegate: NSObjectProtocol {
    /// Corresponds to ``SignUpResendCodeDelegate/onSignUpResendCodeError(error:newState:)``.
    @objc(onSignUpResendCodeErrorWithError:newState:)
    @MainActor func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?)

    /// Corresponds to `onSignUpResendCodeCodeRequired` of ``SignUpResendCodeDelegate``.
    @objc(onSignUpResendCodeCodeRequiredWithNewState:sentTo:channelTargetType:codeLength:)
    @MainActor optional func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    )
}

final class SignUpResendCodeAdapter: DelegateAdapter<any ObjCSignUpResendCodeDelegate>, SignUpResendCodeDelegate {
    func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?) {
        target.onSignUpResendCodeError(error: error, newState: newState)
    }

    func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        target.onSignUpResendCodeCodeRequired?(
            newState: newState,
            sentTo: sentTo,
            channelTargetType: channelTargetType,
            codeLength: codeLength
        ) ?? OptionalMethod.isMissing(in: self)
    }
}

/// The Objective-C form of ``SignUpPasswordRequiredDelegate``.
@objc(SignUpPasswordRequiredDelegate)
public protocol ObjCSignUpPasswordRequiredDelegate: NSObjectProtocol {
    /// Corresponds to ``SignUpPasswordRequiredDelegate/onSignUpPasswordRequiredError(error:newState:)``.
    @objc(onSignUpPasswordRequiredErrorWithError:newState:)
    @MainActor func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?)

    /// Corresponds to ``SignUpProgressDelegate/onSignUpAttributesRequired(attributes:newState:)``.
    @objc(onSignUpAttributesRequiredWithAttributes:newState:)
    @MainActor optional func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    )

    /// Corresponds to ``SignUpProgressDelegate/onSignUpCompleted(newState:)``.
    @objc(onSignUpCompletedWithNewState:)
    @MainActor optional func onSignUpCompleted(newState: SignInAfterSignUpState)
}

final class SignUpPasswordRequiredAdapter: SignUpProgressAdapter<any ObjCSignUpPasswordRequiredDelegate>,
    SignUpPasswordRequiredDelegate
{
    func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
        target.onSignUpPasswordRequiredError(error: error, newState: newState)
    }
}

/// The Objective-C form of ``SignUpAttributesRequiredDelegate``.
@objc(SignUpAttributesRequiredDelegate)
public protocol ObjCSignUpAttributesRequiredDelegate: NSObjectProtocol {
    /// Corresponds to ``SignUpAttributesRequiredDelegate/onSignUpAttributesRequiredError(error:)``.
    @objc(onSignUpAttributesRequiredErrorWithError:)
    @MainActor func onSignUpAttributesRequiredError(error: AttributesRequiredError)

    /// Corresponds to ``SignUpAttributesRequiredDelegate/onSignUpAttributesInvalid(attributeNames:newState:)``.
    @objc(onSignUpAttributesInvalidWithAttributeNames:newState:)
    @MainActor optional func onSignUpAttributesInvalid(
        attributeNames: [String],
        newState: SignUpAttributesRequiredState
    )

    /// Corresponds to ``SignUpProgressDelegate/onSignUpAttributesRequired(attributes:newState:)``.
    @objc(onSignUpAttributesRequiredWithAttributes:newState:)
    @MainActor optional func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    )

    /// Corresponds to ``SignUpProgressDelegate/onSignUpCompleted(newState:)``.
    @objc(onSignUpCompletedWithNewState:)
    @MainActor optional func onSignUpCompleted(newState: SignInAfterSignUpState)
}

final class SignUpAttributesRequiredAdapter: SignUpProgressAdapter<any ObjCSignUpAttributesRequiredDelegate>,
    SignUpAttributesRequiredDelegate
{
    func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
        target.onSignUpAttributesRequiredError(error: error)
    }

    func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
        target.onSignUpAttributesInvalid?(attributeNames: attributeNames, newState: newState)
            ?? OptionalMethod.isMissing(in: self)
    }
}
#endif
