import Foundation
import MSAL

/// The view model of an app of version 2, one object for every screen of sign-up, sign-in and password reset.
@MainActor final class FlowViewModel: NSObject {
    /// The screen that the app shows.
    enum Screen: Equatable {
        case start, code, password, newPassword, attributes, methods, challenge, registration, registrationCode, home
    }

    private let nativeAuth: MSALNativeAuthPublicClientApplication
    private var changed: CheckedContinuation<Void, Never>?
    /// The state behind the screen; it stays after an error.
    private var state: MSALNativeAuthState?

    private(set) var screen = Screen.start
    private(set) var message = ""
    private(set) var methods: [MSALAuthMethod] = []
    private(set) var scenario = MSALNativeAuthFlowScenario.unknown

    init(_ nativeAuth: MSALNativeAuthPublicClientApplication) {
        self.nativeAuth = nativeAuth
        super.init()
    }

    /// Performs an action of the user, then waits until the app has reacted.
    func perform(_ action: (FlowViewModel) -> Void) async {
        await withCheckedContinuation { continuation in
            changed = continuation
            action(self)
        }
    }

    private func show(_ screen: Screen, _ message: String = "") {
        self.screen = screen
        self.message = message
        changed?.resume()
        changed = nil
    }
}

// The actions of the user.
extension FlowViewModel {
    func signUp(_ username: String) {
        nativeAuth.signUpV2(parameters: MSALNativeAuthSignUpParametersV2(username: username), delegate: self)
    }

    func signIn(_ username: String) {
        nativeAuth.signInV2(parameters: MSALNativeAuthSignInParametersV2(username: username), delegate: self)
    }

    func resetPassword(_ username: String) {
        let parameters = MSALNativeAuthResetPasswordParametersV2(username: username)
        nativeAuth.resetPasswordV2(parameters: parameters, delegate: self)
    }

    func enter(_ input: String) {
        switch state {
        case let state as MSALNativeAuthCodeRequiredState: state.submitCode(input, delegate: self)
        case let state as MSALNativeAuthPasswordRequiredState: state.submitPassword(input, delegate: self)
        case let state as MSALNativeAuthNewPasswordRequiredState: state.submitNewPassword(input, delegate: self)
        case let state as MSALNativeAuthMFAVerificationRequiredState: state.submitChallenge(input, delegate: self)
        case let state as MSALNativeAuthStrongAuthVerificationRequiredState:
            state.submitChallenge(input, delegate: self)
        default: show(screen, "There is nothing to enter.")
        }
    }

    func enter(_ attributes: [String: String]) {
        (state as? MSALNativeAuthAttributesRequiredState)?.submitAttributes(attributes, delegate: self)
    }

    func resend() {
        switch state {
        case let state as MSALNativeAuthCodeRequiredState: state.resendCode(delegate: self)
        case let state as MSALNativeAuthMFAVerificationRequiredState: state.resendChallenge(delegate: self)
        case let state as MSALNativeAuthStrongAuthVerificationRequiredState: state.resendChallenge(delegate: self)
        default: show(screen, "There is no code.")
        }
    }

    func choose(_ method: MSALAuthMethod) {
        (state as? MSALNativeAuthAuthMethodSelectionRequiredState)?.selectAuthMethod(method, delegate: self)
    }

    func register(_ method: MSALAuthMethod, contact: String) {
        let state = state as? MSALNativeAuthStrongAuthRegistrationRequiredState
        state?.selectAuthMethod(method, verificationContact: contact, delegate: self)
    }
}

extension FlowViewModel: MSALNativeAuthFlowDelegate {
    func onFlowCompleted(result: MSALNativeAuthUserAccountResult, scenario: MSALNativeAuthFlowScenario) {
        self.scenario = scenario
        state = nil
        show(.home, result.account.username ?? "")
    }

    func onFlowError(error: MSALNativeAuthFlowError, scenario: MSALNativeAuthFlowScenario) {
        self.scenario = scenario
        let text = error.errorDescription ?? "no description"
        switch true {
        case error.isInvalidCode: show(screen, "Check the code")
        case error.isInvalidPassword: show(screen, "Choose another password")
        case error.isInvalidInput: show(screen, "Check the address")
        case error.isUserNotFound: show(screen, "No account")
        case error.isUserAlreadyExists: show(screen, "You have an account")
        case error.isBrowserRequired: show(screen, "Continue in the browser")
        default: show(screen, text)
        }
    }
}

extension FlowViewModel: MSALNativeAuthCodeRequiredDelegate, MSALNativeAuthPasswordRequiredDelegate {
    func onCodeRequired(state: MSALNativeAuthCodeRequiredState, scenario: MSALNativeAuthFlowScenario) {
        self.state = state
        show(.code, "\(state.codeLength) digits by \(state.channel.value)")
    }

    func onPasswordRequired(state: MSALNativeAuthPasswordRequiredState, scenario: MSALNativeAuthFlowScenario) {
        self.state = state
        show(.password)
    }
}

extension FlowViewModel: MSALNativeAuthNewPasswordRequiredDelegate, MSALNativeAuthAttributesRequiredDelegate {
    func onNewPasswordRequired(state: MSALNativeAuthNewPasswordRequiredState, scenario: MSALNativeAuthFlowScenario) {
        self.state = state
        show(.newPassword)
    }

    func onAttributesRequired(state: MSALNativeAuthAttributesRequiredState, scenario: MSALNativeAuthFlowScenario) {
        self.state = state
        show(.attributes, state.attributes.map(\.name).joined(separator: ", "))
    }
}

extension FlowViewModel: MSALNativeAuthAuthMethodSelectionRequiredDelegate,
    MSALNativeAuthMFAVerificationRequiredDelegate
{
    func onAuthMethodSelectionRequired(
        state: MSALNativeAuthAuthMethodSelectionRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        self.state = state
        methods = state.authMethods
        show(.methods)
    }

    func onMFAVerificationRequired(
        state: MSALNativeAuthMFAVerificationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        self.state = state
        show(.challenge, "\(state.codeLength) digits by \(state.channel.value)")
    }
}

extension FlowViewModel: MSALNativeAuthStrongAuthRegistrationRequiredDelegate,
    MSALNativeAuthStrongAuthVerificationRequiredDelegate
{
    func onStrongAuthRegistrationRequired(
        state: MSALNativeAuthStrongAuthRegistrationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        self.state = state
        methods = state.authMethods
        show(.registration)
    }

    func onStrongAuthVerificationRequired(
        state: MSALNativeAuthStrongAuthVerificationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        self.state = state
        show(.registrationCode, "\(state.codeLength) digits by \(state.channel.value)")
    }
}

// The app signs the user in after a sign-up and a reset without another screen.
extension FlowViewModel: MSALNativeAuthSignInAfterSignUpRequiredDelegate,
    MSALNativeAuthSignInAfterResetPasswordRequiredDelegate
{
    func onSignInAfterSignUpRequired(
        state: MSALNativeAuthSignInAfterSignUpState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        state.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: self)
    }

    func onSignInAfterResetPasswordRequired(
        state: MSALNativeAuthSignInAfterResetPasswordState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        state.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: self)
    }
}
