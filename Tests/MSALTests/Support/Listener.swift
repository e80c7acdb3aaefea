import Foundation
import MSAL

/// A delegate of everything that has every method.
final class Listener: EveryDelegate {
    private let tell: (Heard) -> Void

    init(_ tell: @escaping (Heard) -> Void) {
        self.tell = tell
    }

    private func code(
        _ method: String,
        _ state: any NSObject & Sendable,
        _ sentTo: String,
        _ channel: MSALNativeAuthChannelType,
        _ length: Int
    ) -> Heard {
        Heard(method: method, state: state, sentTo: sentTo, channel: channel, codeLength: length)
    }

    func onSignUpCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        tell(code("onSignUpCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignUpResendCodeCodeRequired(
        newState: SignUpCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        tell(code("onSignUpResendCodeCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        tell(code("onSignInCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        tell(code("onSignInResendCodeCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onResetPasswordCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        tell(code("onResetPasswordCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onResetPasswordResendCodeRequired(
        newState: ResetPasswordCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        tell(code("onResetPasswordResendCodeRequired", newState, sentTo, channelTargetType, codeLength))
    }

    func onSignUpPasswordRequired(newState: SignUpPasswordRequiredState) {
        tell(Heard(method: "onSignUpPasswordRequired", state: newState))
    }

    func onSignUpCompleted(newState: SignInAfterSignUpState) {
        tell(Heard(method: "onSignUpCompleted", state: newState))
    }

    func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
        tell(Heard(method: "onSignInPasswordRequired", state: newState))
    }

    func onPasswordRequired(newState: ResetPasswordRequiredState) {
        tell(Heard(method: "onPasswordRequired", state: newState))
    }

    func onResetPasswordCompleted(newState: SignInAfterResetPasswordState) {
        tell(Heard(method: "onResetPasswordCompleted", state: newState))
    }

    func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    ) {
        tell(Heard(method: "onSignUpAttributesRequired", state: newState, attributes: attributes))
    }

    func onSignUpAttributesInvalid(attributeNames: [String]) {
        tell(Heard(method: "onSignUpAttributesInvalid", attributeNames: attributeNames))
    }

    func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
        tell(Heard(method: "onSignUpAttributesInvalid", state: newState, attributeNames: attributeNames))
    }

    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        tell(Heard(method: "onSignInCompleted", account: result))
    }

    func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
        tell(Heard(method: "onAccessTokenRetrieveCompleted", tokens: result))
    }

    func onSignUpStartError(error: SignUpStartError) {
        tell(Heard(method: "onSignUpStartError", error: error))
    }

    func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
        tell(Heard(method: "onSignUpVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpResendCodeError(error: ResendCodeError, newState: SignUpCodeRequiredState?) {
        tell(Heard(method: "onSignUpResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpPasswordRequiredError(error: PasswordRequiredError, newState: SignUpPasswordRequiredState?) {
        tell(Heard(method: "onSignUpPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
        tell(Heard(method: "onSignUpAttributesRequiredError", error: error))
    }

    func onSignInStartError(error: SignInStartError) {
        tell(Heard(method: "onSignInStartError", error: error))
    }

    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        tell(Heard(method: "onSignInPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) {
        tell(Heard(method: "onSignInVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) {
        tell(Heard(method: "onSignInResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
        tell(Heard(method: "onSignInAfterSignUpError", error: error))
    }

    func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
        tell(Heard(method: "onSignInAfterResetPasswordError", error: error))
    }

    func onResetPasswordStartError(error: ResetPasswordStartError) {
        tell(Heard(method: "onResetPasswordStartError", error: error))
    }

    func onResetPasswordVerifyCodeError(error: VerifyCodeError, newState: ResetPasswordCodeRequiredState?) {
        tell(Heard(method: "onResetPasswordVerifyCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordResendCodeError(error: ResendCodeError, newState: ResetPasswordCodeRequiredState?) {
        tell(Heard(method: "onResetPasswordResendCodeError", error: error, state: newState ?? NSNull()))
    }

    func onResetPasswordRequiredError(error: PasswordRequiredError, newState: ResetPasswordRequiredState?) {
        tell(Heard(method: "onResetPasswordRequiredError", error: error, state: newState ?? NSNull()))
    }

    func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
        tell(Heard(method: "onAccessTokenRetrieveError", error: error))
    }
}
