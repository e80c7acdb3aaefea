import Foundation
import MSAL

/// A delegate of every call with all methods.
final class RecordingDelegate: EveryDelegate {
    private let report: (DelegateCall) -> Void

    init(_ report: @escaping (DelegateCall) -> Void) {
        self.report = report
    }

    private func code(
        _ method: String,
        _ state: any NSObject & Sendable,
        _ sentTo: String,
        _ channel: MSALNativeAuthChannelType,
        _ length: Int
    ) -> DelegateCall {
        DelegateCall(method: method, state: state, sentTo: sentTo, channel: channel, codeLength: length)
    }

    func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        report(code("onSignUpCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        report(code("onSignUpResendCodeCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        report(code("onSignInCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        report(code("onSignInResendCodeCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        report(code("onResetPasswordCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        report(code("onResetPasswordResendCodeRequired", newState, sentTo, channelTargetType, codeLength))
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

    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        report(DelegateCall(method: "onSignInCompleted", account: result))
    }

    func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
        report(DelegateCall(method: "onAccessTokenRetrieveCompleted", tokens: result))
    }

    func onSignUpStartError(error: SignUpStartError) {
        report(DelegateCall(method: "onSignUpStartError", error: error))
    }

    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
        report(DelegateCall(method: "onSignUpVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?) {
        report(DelegateCall(method: "onSignUpResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
        report(DelegateCall(method: "onSignUpPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
        report(DelegateCall(method: "onSignUpAttributesRequiredError", error: error))
    }

    func onSignInStartError(error: SignInStartError) {
        report(DelegateCall(method: "onSignInStartError", error: error))
    }

    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        report(DelegateCall(method: "onSignInPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) {
        report(DelegateCall(method: "onSignInVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) {
        report(DelegateCall(method: "onSignInResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
        report(DelegateCall(method: "onSignInAfterSignUpError", error: error))
    }

    func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
        report(DelegateCall(method: "onSignInAfterResetPasswordError", error: error))
    }

    func onResetPasswordStartError(error: ResetPasswordStartError) {
        report(DelegateCall(method: "onResetPasswordStartError", error: error))
    }

    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        report(DelegateCall(method: "onResetPasswordVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?) {
        report(DelegateCall(method: "onResetPasswordResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        report(DelegateCall(method: "onResetPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
        report(DelegateCall(method: "onAccessTokenRetrieveError", error: error))
    }
}
