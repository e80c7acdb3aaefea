import Foundation

/// A flow of version 2, passed with each call of its delegate.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthFlowScenario)
#endif
public enum MSALNativeAuthFlowScenario: Int, CaseIterable, Sendable {
    /// An unknown flow; no delegate receives this case.
    #if canImport(ObjectiveC)
    @objc(MSALNativeAuthFlowScenarioUnknown)
    #endif
    case unknown
    /// A sign-up, with the sign-in after it.
    #if canImport(ObjectiveC)
    @objc(MSALNativeAuthFlowScenarioSignUp)
    #endif
    case signUp
    /// A sign-in.
    #if canImport(ObjectiveC)
    @objc(MSALNativeAuthFlowScenarioSignIn)
    #endif
    case signIn
    /// A password reset, with the sign-in after it.
    #if canImport(ObjectiveC)
    @objc(MSALNativeAuthFlowScenarioPasswordReset)
    #endif
    case passwordReset
}

extension MSALNativeAuthFlowScenario {
    /// The name, for logs: the description of an enumeration of Objective-C lacks the case.
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .signUp: "signUp"
        case .signIn: "signIn"
        case .passwordReset: "passwordReset"
        }
    }
}

/// The delegate of every flow of version 2.
///
/// A call of a flow notifies its delegate once: of the next state, of the completed flow, or of an error. The delegate
/// also conforms to the protocol of each state that can follow; without it, `onFlowError` is called instead.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthFlowDelegate)
#endif
public protocol MSALNativeAuthFlowDelegate: AnyObject {
    /// Tells the delegate that the user is signed in.
    ///
    /// - Parameters:
    ///   - result: The account and its tokens.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onFlowCompletedWithResult:scenario:)
    #endif
    @MainActor func onFlowCompleted(result: MSALNativeAuthUserAccountResult, scenario: MSALNativeAuthFlowScenario)

    /// Tells the delegate that a call has failed.
    ///
    /// After a mistake of the user, call the same state again.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onFlowErrorWithError:scenario:)
    #endif
    @MainActor func onFlowError(error: MSALNativeAuthFlowError, scenario: MSALNativeAuthFlowScenario)
}

/// The delegate of a flow that awaits a code.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthCodeRequiredDelegate)
#endif
public protocol MSALNativeAuthCodeRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that a code was sent to the user, for the first time or again.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onCodeRequiredWithState:scenario:)
    #endif
    @MainActor func onCodeRequired(state: MSALNativeAuthCodeRequiredState, scenario: MSALNativeAuthFlowScenario)
}

/// The delegate of a flow that awaits the user's password.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthPasswordRequiredDelegate)
#endif
public protocol MSALNativeAuthPasswordRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the server requires the user's password; in a sign-up, a new one.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onPasswordRequiredWithState:scenario:)
    #endif
    @MainActor func onPasswordRequired(
        state: MSALNativeAuthPasswordRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a password reset that awaits the new password.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthNewPasswordRequiredDelegate)
#endif
public protocol MSALNativeAuthNewPasswordRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the code was correct and the user must choose a new password.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onNewPasswordRequiredWithState:scenario:)
    #endif
    @MainActor func onNewPasswordRequired(
        state: MSALNativeAuthNewPasswordRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a sign-up that awaits attributes.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthAttributesRequiredDelegate)
#endif
public protocol MSALNativeAuthAttributesRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the server requires attributes of the user.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onAttributesRequiredWithState:scenario:)
    #endif
    @MainActor func onAttributesRequired(
        state: MSALNativeAuthAttributesRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a flow that awaits the choice of a method.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthAuthMethodSelectionRequiredDelegate)
#endif
public protocol MSALNativeAuthAuthMethodSelectionRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the user must choose the method of the second factor.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onAuthMethodSelectionRequiredWithState:scenario:)
    #endif
    @MainActor func onAuthMethodSelectionRequired(
        state: MSALNativeAuthAuthMethodSelectionRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a flow that awaits the code of a second factor.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthMFAVerificationRequiredDelegate)
#endif
public protocol MSALNativeAuthMFAVerificationRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the code of the chosen method was sent, for the first time or again.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onMFAVerificationRequiredWithState:scenario:)
    #endif
    @MainActor func onMFAVerificationRequired(
        state: MSALNativeAuthMFAVerificationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a flow that awaits the registration of a second factor.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthStrongAuthRegistrationRequiredDelegate)
#endif
public protocol MSALNativeAuthStrongAuthRegistrationRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the user must register a second factor.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onStrongAuthRegistrationRequiredWithState:scenario:)
    #endif
    @MainActor func onStrongAuthRegistrationRequired(
        state: MSALNativeAuthStrongAuthRegistrationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a flow that awaits the code of a method to register.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthStrongAuthVerificationRequiredDelegate)
#endif
public protocol MSALNativeAuthStrongAuthVerificationRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that a code was sent to the address to register, for the first time or again.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onStrongAuthVerificationRequiredWithState:scenario:)
    #endif
    @MainActor func onStrongAuthVerificationRequired(
        state: MSALNativeAuthStrongAuthVerificationRequiredState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a completed sign-up.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthSignInAfterSignUpRequiredDelegate)
#endif
public protocol MSALNativeAuthSignInAfterSignUpRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the account exists and the user can be signed in.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onSignInAfterSignUpRequiredWithState:scenario:)
    #endif
    @MainActor func onSignInAfterSignUpRequired(
        state: MSALNativeAuthSignInAfterSignUpState,
        scenario: MSALNativeAuthFlowScenario
    )
}

/// The delegate of a completed password reset.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthSignInAfterResetPasswordRequiredDelegate)
#endif
public protocol MSALNativeAuthSignInAfterResetPasswordRequiredDelegate: MSALNativeAuthFlowDelegate {
    /// Tells the delegate that the password has changed and the user can be signed in.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - scenario: The flow.
    #if canImport(ObjectiveC)
    @objc(onSignInAfterResetPasswordRequiredWithState:scenario:)
    #endif
    @MainActor func onSignInAfterResetPasswordRequired(
        state: MSALNativeAuthSignInAfterResetPasswordState,
        scenario: MSALNativeAuthFlowScenario
    )
}
