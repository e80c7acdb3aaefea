import Foundation
import MSAL

/// A call of a delegate of version 2 as a value.
struct FlowCall: Sendable {
    /// The name of the method without its parameters.
    var method: String
    var scenario: MSALNativeAuthFlowScenario
    var state: MSALNativeAuthState?
    var error: MSALNativeAuthFlowError?
    var account: MSALNativeAuthUserAccountResult?
    var isOnMainActor = MainQueue.isCurrent

    /// The names of the error's properties that are `true`.
    var flags: Set<String> {
        guard let error else { return [] }
        let flags = [
            "isBrowserRequired": error.isBrowserRequired, "isGeneralError": error.isGeneralError,
            "isNotImplemented": error.isNotImplemented, "isUserNotFound": error.isUserNotFound,
            "isUserAlreadyExists": error.isUserAlreadyExists,
            "isUserDoesNotHavePassword": error.isUserDoesNotHavePassword,
            "isInvalidUsername": error.isInvalidUsername, "isInvalidPassword": error.isInvalidPassword,
            "isInvalidAttributes": error.isInvalidAttributes, "isInvalidCode": error.isInvalidCode,
            "isInvalidChallenge": error.isInvalidChallenge, "isAuthMethodBlocked": error.isAuthMethodBlocked,
            "isVerificationContactBlocked": error.isVerificationContactBlocked,
            "isInvalidInput": error.isInvalidInput,
        ]
        return Set(flags.filter(\.value).keys)
    }

    /// Returns the state if it is of that class.
    func state<State: MSALNativeAuthState>(_ type: State.Type = State.self) -> State? { state as? State }
}

extension FlowCall {
    /// Makes a call with a delegate that has the protocol of every state; a second call of it terminates the process.
    static func from(_ call: @escaping (any MSALNativeAuthFlowDelegate) -> Void) async -> FlowCall {
        await withCheckedContinuation { continuation in
            call(RecordingFlowDelegate { continuation.resume(returning: $0) })
        }
    }

    /// Makes a call with a delegate that has the protocol of no state.
    static func withoutStates(_ call: @escaping (any MSALNativeAuthFlowDelegate) -> Void) async -> FlowCall {
        await withCheckedContinuation { continuation in
            call(StatelessFlowDelegate { continuation.resume(returning: $0) })
        }
    }
}

/// A delegate of version 2 without the protocol of any state.
class StatelessFlowDelegate: MSALNativeAuthFlowDelegate {
    let report: (FlowCall) -> Void

    init(_ report: @escaping (FlowCall) -> Void) {
        self.report = report
    }

    func onFlowCompleted(result: MSALNativeAuthUserAccountResult, scenario: MSALNativeAuthFlowScenario) {
        report(FlowCall(method: "onFlowCompleted", scenario: scenario, account: result))
    }

    func onFlowError(error: MSALNativeAuthFlowError, scenario: MSALNativeAuthFlowScenario) {
        report(FlowCall(method: "onFlowError", scenario: scenario, error: error))
    }
}

/// A delegate of every state of version 2.
typealias EveryStateDelegate = MSALNativeAuthCodeRequiredDelegate & MSALNativeAuthPasswordRequiredDelegate
    & MSALNativeAuthNewPasswordRequiredDelegate & MSALNativeAuthAttributesRequiredDelegate
    & MSALNativeAuthAuthMethodSelectionRequiredDelegate & MSALNativeAuthMFAVerificationRequiredDelegate
    & MSALNativeAuthStrongAuthRegistrationRequiredDelegate & MSALNativeAuthStrongAuthVerificationRequiredDelegate
    & MSALNativeAuthSignInAfterSignUpRequiredDelegate & MSALNativeAuthSignInAfterResetPasswordRequiredDelegate

/// A delegate of version 2 that reports each of its calls.
final class RecordingFlowDelegate: StatelessFlowDelegate, EveryStateDelegate {
    func onCodeRequired(state: MSALNativeAuthCodeRequiredState, scenario: MSALNativeAuthFlowScenario) {
        report(FlowCall(method: "onCodeRequired", scenario: scenario, state: state))
    }

    func onPasswordRequired(state: MSALNativeAuthPasswordRequiredState, scenario: MSALNativeAuthFlowScenario) {
        report(FlowCall(method: "onPasswordRequired", scenario: scenario, state: state))
    }

    func onNewPasswordRequired(state: MSALNativeAuthNewPasswordRequiredState, scenario: MSALNativeAuthFlowScenario) {
        report(FlowCall(method: "onNewPasswordRequired", scenario: scenario, state: state))
    }

    func onAttributesRequired(state: MSALNativeAuthAttributesRequiredState, scenario: MSALNativeAuthFlowScenario) {
        report(FlowCall(method: "onAttributesRequired", scenario: scenario, state: state))
    }

    func onAuthMethodSelectionRequired(
        state: MSALNativeAuthAuthMethodSelectionRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        report(FlowCall(method: "onAuthMethodSelectionRequired", scenario: scenario, state: state))
    }

    func onMFAVerificationRequired(
        state: MSALNativeAuthMFAVerificationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        report(FlowCall(method: "onMFAVerificationRequired", scenario: scenario, state: state))
    }

    func onStrongAuthRegistrationRequired(
        state: MSALNativeAuthStrongAuthRegistrationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        report(FlowCall(method: "onStrongAuthRegistrationRequired", scenario: scenario, state: state))
    }

    func onStrongAuthVerificationRequired(
        state: MSALNativeAuthStrongAuthVerificationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        report(FlowCall(method: "onStrongAuthVerificationRequired", scenario: scenario, state: state))
    }

    func onSignInAfterSignUpRequired(
        state: MSALNativeAuthSignInAfterSignUpState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        report(FlowCall(method: "onSignInAfterSignUpRequired", scenario: scenario, state: state))
    }

    func onSignInAfterResetPasswordRequired(
        state: MSALNativeAuthSignInAfterResetPasswordState,
        scenario: MSALNativeAuthFlowScenario
    ) {
        report(FlowCall(method: "onSignInAfterResetPasswordRequired", scenario: scenario, state: state))
    }
}
