import Foundation
import MSAL

/// A screen with second factors as in versions 1.6 to 2.4, without the methods of later versions.
@available(*, deprecated)
@MainActor final class SecondFactorVersion1Screen {
    private let report: (String) -> Void
    private var methods: [MSALAuthMethod] = []
    private(set) var state: MFARequiredState?

    init(_ report: @escaping (String) -> Void) {
        self.report = report
    }

    func choose(_ index: Int) {
        state?.requestChallenge(authMethod: methods[index], delegate: self)
    }
}

@available(*, deprecated)
extension SecondFactorVersion1Screen: SignInPasswordRequiredDelegate {
    func onSignInPasswordRequiredError(error: PasswordRequiredError, newState: SignInPasswordRequiredState?) {
        report("error: \(error.errorDescription ?? "")")
    }

    func onSignInAwaitingMFA(newState: AwaitingMFAState) {
        newState.requestChallenge(delegate: self)
    }
}

@available(*, deprecated)
extension SecondFactorVersion1Screen: MFARequestChallengeDelegate, MFAGetAuthMethodsDelegate {
    func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?) {
        report("error: \(error.errorDescription ?? "")")
    }

    func onMFARequestChallengeVerificationRequired(
        newState: MFARequiredState,
        sentTo: String,
        channelTargetType: MSALNativeAuthChannelType,
        codeLength: Int
    ) {
        state = newState
        report("sent to \(sentTo)")
    }

    func onMFARequestChallengeSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState) {
        state = newState
        newState.getAuthMethods(delegate: self)
    }

    func onMFAGetAuthMethodsError(error: MFAGetAuthMethodsError, newState: MFARequiredState?) {
        report("error: \(error.errorDescription ?? "")")
    }

    func onMFAGetAuthMethodsSelectionRequired(authMethods: [MSALAuthMethod], newState: MFARequiredState) {
        methods = authMethods
        state = newState
        report("choose: \(authMethods.map(\.id))")
    }
}
