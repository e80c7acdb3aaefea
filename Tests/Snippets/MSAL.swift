import Foundation
import Gatehouse
import MSAL

let email = "ada@example.com"
let code = "12345678"
let file = URL(filePath: "/")

var config: MSALNativeAuthPublicClientApplicationConfig { fatalError("never called") }
var newState: SignInCodeRequiredState { fatalError("never called") }
var state: MSALNativeAuthCodeRequiredState { fatalError("never called") }

/// The delegate of all calls.
@MainActor class Members: SignUpStartDelegate, MSALNativeAuthCodeRequiredDelegate, MFARequestChallengeDelegate {
    func onSignUpStartError(error: SignUpStartError) {}
    func onMFARequestChallengeError(error: MFARequestChallengeError, newState: MFARequiredState?) {}
    func onFlowCompleted(result: MSALNativeAuthUserAccountResult, scenario: MSALNativeAuthFlowScenario) {}
    func onFlowError(error: MSALNativeAuthFlowError, scenario: MSALNativeAuthFlowScenario) {}
    func onCodeRequired(state: MSALNativeAuthCodeRequiredState, scenario: MSALNativeAuthFlowScenario) {}
}

@MainActor final class Model {
    var state: MSALNativeAuthCodeRequiredState?

    func onFlowCompleted(result: MSALNativeAuthUserAccountResult, scenario: MSALNativeAuthFlowScenario) {}
    func onFlowError(error: MSALNativeAuthFlowError, scenario: MSALNativeAuthFlowScenario) {}
}
