import Foundation
import Gatehouse

/// A flow of version 2 in progress, shared by its states.
struct NativeFlow: Sendable {
    let app: NativeAuthContext
    let scenario: MSALNativeAuthFlowScenario
    /// The scopes and claims of the flow's start.
    let tokenParameters: Result<TokenParameters, AuthError>
    var correlationID: UUID

    /// Runs a call of the flow, then notifies its delegate once on the main actor.
    ///
    /// Returns immediately.
    ///
    /// - Parameters:
    ///   - name: The name of the call, for logs.
    ///   - delegate: The delegate, retained until it has been notified.
    ///   - kinds: The kinds that the call distinguishes from general errors.
    ///   - body: The call.
    func run(
        _ name: String,
        for delegate: any MSALNativeAuthFlowDelegate,
        distinguishing kinds: [AuthError.Code: MSALFailure.Kind] = MSALNativeAuthFlowError.kinds,
        _ body: @escaping @Sendable () async throws(AuthError) -> FlowStep
    ) {
        app.run(name, for: delegate) { _ throws(AuthError) in
            try await body()
        } then: { result, delegate in
            switch result {
            case .success(let step):
                var flow = self
                flow.correlationID = step.correlationID ?? correlationID
                FlowReply(flow: flow, delegate: delegate).deliver(step)
            case .failure(let error):
                delegate.onFlowError(
                    error: .of(error, distinguishing: kinds, correlationID: correlationID),
                    scenario: scenario
                )
            }
        }
    }

    /// Returns the scopes and claims of the sign-in at the end of the flow.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the sign-in; `nil` for those of the flow's start.
    ///   - claims: The claims of the sign-in; `nil` for those of the flow's start.
    /// - Returns: The parameters, or an error for claims that cannot be represented in JSON.
    func tokenParameters(_ scopes: [String]?, _ claims: MSALClaimsRequest?) -> Result<TokenParameters, AuthError> {
        Result { () throws(AuthError) in
            var merged = try tokenParameters.get()
            let own = try TokenParameters.reading(scopes, claims).get()
            if scopes != nil { merged.scopes = own.scopes }
            if let claims = own.claims { merged.claims = claims }
            return merged
        }
    }
}

/// A reply to the delegate of a flow: the method of the next state, or an error if the delegate lacks its protocol.
@MainActor private struct FlowReply {
    let flow: NativeFlow
    let delegate: any MSALNativeAuthFlowDelegate

    /// Notifies the delegate of a step.
    func deliver(_ step: FlowStep) {
        let scenario = flow.scenario
        switch step {
        case .codeRequired(let step):
            notify((any MSALNativeAuthCodeRequiredDelegate).self) {
                $0.onCodeRequired(state: .init(flow, step), scenario: scenario)
            }
        case .passwordRequired(let step):
            notify((any MSALNativeAuthPasswordRequiredDelegate).self) {
                $0.onPasswordRequired(state: .init(flow, step), scenario: scenario)
            }
        case .newPasswordRequired(let step):
            notify((any MSALNativeAuthNewPasswordRequiredDelegate).self) {
                $0.onNewPasswordRequired(state: .init(flow, step), scenario: scenario)
            }
        case .attributesRequired(let step):
            notify((any MSALNativeAuthAttributesRequiredDelegate).self) {
                $0.onAttributesRequired(state: .init(flow, step), scenario: scenario)
            }
        case .methodSelectionRequired(let step):
            notify((any MSALNativeAuthAuthMethodSelectionRequiredDelegate).self) {
                $0.onAuthMethodSelectionRequired(state: .init(flow, step), scenario: scenario)
            }
        case .mfaVerificationRequired(let step, let delivery):
            notify((any MSALNativeAuthMFAVerificationRequiredDelegate).self) {
                $0.onMFAVerificationRequired(state: .init(flow, step, delivery: delivery), scenario: scenario)
            }
        case .registrationRequired(let step):
            notify((any MSALNativeAuthStrongAuthRegistrationRequiredDelegate).self) {
                $0.onStrongAuthRegistrationRequired(state: .init(flow, step), scenario: scenario)
            }
        case .registrationVerificationRequired(let step, let delivery):
            notify((any MSALNativeAuthStrongAuthVerificationRequiredDelegate).self) {
                $0.onStrongAuthVerificationRequired(state: .init(flow, step, delivery: delivery), scenario: scenario)
            }
        case .signedUp(let step):
            notify((any MSALNativeAuthSignInAfterSignUpRequiredDelegate).self) {
                $0.onSignInAfterSignUpRequired(state: .init(flow, step), scenario: scenario)
            }
        case .passwordReset(let step):
            notify((any MSALNativeAuthSignInAfterResetPasswordRequiredDelegate).self) {
                $0.onSignInAfterResetPasswordRequired(state: .init(flow, step), scenario: scenario)
            }
        case .signedIn(let signedIn):
            delegate.onFlowCompleted(result: MSALNativeAuthUserAccountResult(flow.app, signedIn), scenario: scenario)
        case .unsupported:
            fail(MSALNativeAuthFlowError(general: "Unexpected challenge type", flow.correlationID))
        }
    }

    /// Calls the method of a state, or reports an error if the delegate lacks the protocol.
    private func notify<StateDelegate>(_ type: StateDelegate.Type, with body: (StateDelegate) -> Void) {
        if let delegate = delegate as? StateDelegate { return body(delegate) }
        MSALGlobalConfig.loggerConfig.log(.error, "The delegate does not conform to \(type)")
        let failure = MSALFailure(missingProtocol: "\(type)", correlationID: flow.correlationID)
        fail(MSALNativeAuthFlowError(failure))
    }

    private func fail(_ error: MSALNativeAuthFlowError) {
        delegate.onFlowError(error: error, scenario: flow.scenario)
    }
}
