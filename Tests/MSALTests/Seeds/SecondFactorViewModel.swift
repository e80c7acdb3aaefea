import Foundation
import MSAL

/// The view model of an app with second factors, which conforms to every delegate of a sign-in.
@MainActor final class SecondFactorViewModel: NSObject {
    /// The screen that the app shows.
    enum Screen: Equatable {
        case signIn, password, code, methods, challenge, registration, registrationCode, home
    }

    private let nativeAuth: MSALNativeAuthPublicClientApplication
    private var changed: CheckedContinuation<Void, Never>?

    private(set) var screen = Screen.signIn
    private(set) var message = ""
    private(set) var methods: [MSALAuthMethod] = []
    private(set) var account: MSALNativeAuthUserAccountResult?

    private var codeState: SignInCodeRequiredState?
    private var passwordState: SignInPasswordRequiredState?
    private var awaitingMFAState: AwaitingMFAState?
    private var mfaState: MFARequiredState?
    private var registrationState: RegisterStrongAuthState?
    private var registrationCodeState: RegisterStrongAuthVerificationRequiredState?

    init(_ nativeAuth: MSALNativeAuthPublicClientApplication) {
        self.nativeAuth = nativeAuth
        super.init()
    }

    /// Performs an action of the user, then waits until the app has reacted.
    func perform(_ action: (SecondFactorViewModel) -> Void) async {
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

    private func report(_ error: MSALNativeAuthError) { show(screen, error.errorDescription ?? "no description") }
}

extension SecondFactorViewModel {
    func signIn(_ username: String, password: String? = nil) {
        let parameters = MSALNativeAuthSignInParameters(username: username)
        parameters.password = password
        nativeAuth.signIn(parameters: parameters, delegate: self)
    }

    func enter(_ input: String) {
        switch screen {
        case .password: passwordState?.submitPassword(password: input, delegate: self)
        case .code: codeState?.submitCode(code: input, delegate: self)
        case .challenge: mfaState?.submitChallenge(challenge: input, delegate: self)
        case .registrationCode: registrationCodeState?.submitChallenge(challenge: input, delegate: self)
        default: show(screen, "There is nothing to enter.")
        }
    }

    func resend() { codeState?.resendCode(delegate: self) }

    func choose(_ method: MSALAuthMethod) {
        if let mfaState, screen == .challenge {
            mfaState.requestChallenge(authMethod: method, delegate: self)
        } else {
            awaitingMFAState?.requestChallenge(authMethod: method, delegate: self)
        }
    }

    func register(_ method: MSALAuthMethod, contact: String) {
        let parameters = MSALNativeAuthChallengeAuthMethodParameters(authMethod: method, verificationContact: contact)
        if let registrationCodeState, screen == .registrationCode {
            registrationCodeState.challengeAuthMethod(parameters: parameters, delegate: self)
        } else {
            registrationState?.challengeAuthMethod(parameters: parameters, delegate: self)
        }
    }
}

extension SecondFactorViewModel: SignInStartDelegate {
    func onSignInStartError(error: SignInStartError) {
        report(error)
    }

    func onSignInCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        codeState = newState
        show(.code, "\(codeLength) digits to \(sentTo) by \(channelTargetType.value)")
    }

    func onSignInPasswordRequired(newState: SignInPasswordRequiredState) {
        passwordState = newState
        show(.password)
    }

    func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState) {
        awaitingMFAState = newState
        methods = authMethods
        show(
            .methods,
            authMethods.map { "\($0.channelTargetType.value): \($0.loginHint ?? "")" }.joined(separator: ", ")
        )
    }

    func onSignInStrongAuthMethodRegistration(authMethods: [MSALAuthMethod], newState: RegisterStrongAuthState) {
        registrationState = newState
        methods = authMethods
        show(.registration, authMethods.map { "\($0.challengeType) \($0.id)" }.joined(separator: ", "))
    }

    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        account = result
        show(.home, result.account.username ?? "")
    }
}

extension SecondFactorViewModel: SignInVerifyCodeDelegate {
    func onSignInVerifyCodeError(error: VerifyCodeError, newState: SignInCodeRequiredState?) {
        codeState = newState
        report(error)
    }
}

extension SecondFactorViewModel: SignInResendCodeDelegate {
    func onSignInResendCodeError(error: ResendCodeError, newState: SignInCodeRequiredState?) {
        codeState = newState
        report(error)
    }

    func onSignInResendCodeCodeRequired(
        newState: SignInCodeRequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        codeState = newState
        show(.code, sentTo)
    }
}

extension SecondFactorViewModel: SignInPasswordRequiredDelegate {
    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        passwordState = newState
        report(error)
    }
}

extension SecondFactorViewModel: SignInAfterSignUpDelegate, SignInAfterResetPasswordDelegate {
    func onSignInAfterSignUpError(error: SignInAfterSignUpError) {
        report(error)
    }

    func onSignInAfterResetPasswordError(error: SignInAfterResetPasswordError) {
        report(error)
    }
}

extension SecondFactorViewModel: MFARequestChallengeDelegate {
    func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?) {
        mfaState = newState
        report(error)
    }

    func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        mfaState = newState
        show(.challenge, "\(codeLength) digits to \(sentTo) by \(channelTargetType.isSMSType ? "SMS" : "mail")")
    }

    func onMFARequestChallengeSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState) {
        mfaState = newState
        methods = authMethods
        show(.methods)
    }
}

extension SecondFactorViewModel: MFASubmitChallengeDelegate {
    func onMFASubmitChallengeError(error: MFASubmitChallengeError, newState: MFARequiredState?) {
        mfaState = newState
        if error.isInvalidChallenge { show(.challenge, "Try again") } else { report(error) }
    }
}

extension SecondFactorViewModel: RegisterStrongAuthChallengeDelegate {
    func onRegisterStrongAuthChallengeError(
        error: RegisterStrongAuthChallengeError,
        newState: RegisterStrongAuthState?
    ) {
        registrationState = newState
        if error.isInvalidInput { show(.registration, "Check the address") } else { report(error) }
    }

    func onRegisterStrongAuthVerificationRequired(
        result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult
    ) {
        registrationCodeState = result.newState
        show(.registrationCode, "\(result.codeLength) digits to \(result.sentTo)")
    }
}

extension SecondFactorViewModel: RegisterStrongAuthSubmitChallengeDelegate {
    func onRegisterStrongAuthSubmitChallengeError(
        error: RegisterStrongAuthSubmitChallengeError,
        newState: RegisterStrongAuthVerificationRequiredState?
    ) {
        registrationCodeState = newState
        if error.isInvalidChallenge { show(.registrationCode, "Try again") } else { report(error) }
    }
}
