import Foundation
import MSAL

/// A delegate of every call with all methods.
final class RecordingDelegate: ReportingDelegate {
    let report: (DelegateCall) -> Void

    init(_ report: @escaping (DelegateCall) -> Void) {
        self.report = report
    }

    private func reportCode(
        _ method: String,
        _ state: any NSObject & Sendable,
        sentTo: String,
        channel: MSALNativeAuthChannelType,
        length: Int
    ) {
        report(DelegateCall(method: method, state: state, sentTo: sentTo, channel: channel, codeLength: length))
    }

    func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode("onSignUpCodeRequired", newState, sentTo: sentTo, channel: channelTargetType, length: codeLength)
    }

    func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode(
            "onSignUpResendCodeCodeRequired",
            newState,
            sentTo: sentTo,
            channel: channelTargetType,
            length: codeLength
        )
    }

    func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode("onSignInCodeRequired", newState, sentTo: sentTo, channel: channelTargetType, length: codeLength)
    }

    func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode(
            "onSignInResendCodeCodeRequired",
            newState,
            sentTo: sentTo,
            channel: channelTargetType,
            length: codeLength
        )
    }

    func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode(
            "onResetPasswordCodeRequired",
            newState,
            sentTo: sentTo,
            channel: channelTargetType,
            length: codeLength
        )
    }

    func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode(
            "onResetPasswordResendCodeRequired",
            newState,
            sentTo: sentTo,
            channel: channelTargetType,
            length: codeLength
        )
    }

    func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) {
        report(DelegateCall(method: "onSignUpPasswordRequired", state: newState))
    }

    func onSignUpCompleted(newState: SignInAfterSignUpState) {
        report(DelegateCall(method: "onSignUpCompleted", state: newState))
    }

    func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
        report(DelegateCall(method: "onSignInPasswordRequired", state: newState))
    }

    func onPasswordRequired(newState: ResetPasswordRequiredState) {
        report(DelegateCall(method: "onPasswordRequired", state: newState))
    }

    func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
        report(DelegateCall(method: "onResetPasswordCompleted", state: newState))
    }

    func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    ) {
        report(DelegateCall(method: "onSignUpAttributesRequired", state: newState, attributes: attributes))
    }

    func onSignUpAttributesInvalid(attributeNames: [String]) {
        report(DelegateCall(method: "onSignUpAttributesInvalid", attributeNames: attributeNames))
    }

    func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
        report(DelegateCall(method: "onSignUpAttributesInvalid", state: newState, attributeNames: attributeNames))
    }

    func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState) {
        report(DelegateCall(method: "onSignInAwaitingMFA", state: newState, authMethods: authMethods))
    }

    func onSignInStrongAuthMethodRegistration(authMethods: [MSALAuthMethod], newState: RegisterStrongAuthState) {
        report(
            DelegateCall(method: "onSignInStrongAuthMethodRegistration", state: newState, authMethods: authMethods)
        )
    }

    func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        reportCode(
            "onMFARequestChallengeVerificationRequired",
            newState,
            sentTo: sentTo,
            channel: channelTargetType,
            length: codeLength
        )
    }

    func onMFARequestChallengeSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState) {
        report(
            DelegateCall(method: "onMFARequestChallengeSelectionRequired", state: newState, authMethods: authMethods)
        )
    }

    func onRegisterStrongAuthVerificationRequired(
        result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult
    ) {
        reportCode(
            "onRegisterStrongAuthVerificationRequired",
            result.newState,
            sentTo: result.sentTo,
            channel: result.channelTargetType,
            length: result.codeLength
        )
    }

    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        report(DelegateCall(method: "onSignInCompleted", account: result))
    }

    func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
        report(DelegateCall(method: "onAccessTokenRetrieveCompleted", tokens: result))
    }
}
