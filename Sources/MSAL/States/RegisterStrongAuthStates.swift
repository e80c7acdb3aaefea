public import Foundation
import Gatehouse

/// A sign-in that awaits the registration of a second factor.
public nonisolated final class RegisterStrongAuthState: RegisterStrongAuthBaseState {
    let step: FactorEnrolmentStep

    init(_ app: NativeAuthContext, _ step: FactorEnrolmentStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The methods to choose from.
    ///
    /// An addition to Microsoft's API.
    public var authMethods: [MSALAuthMethod] { step.factors.map(MSALAuthMethod.init) }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Requests a code for the address of a method.
    ///
    /// - Parameters:
    ///   - parameters: The method and the address.
    ///   - delegate: The delegate to notify, called once.
    public func challengeAuthMethod(
        parameters: MSALNativeAuthChallengeAuthMethodParameters,
        delegate: any RegisterStrongAuthChallengeDelegate
    ) {
        challenge(parameters, for: "RegisterStrongAuthState", orFailAt: self, delegate)
    }

    /// Requests a code for the address of a method.
    ///
    /// - Parameters:
    ///   - parameters: The method and the address.
    ///   - state: The name of the state that the app called.
    ///   - stateAfterEmptyContact: The state to continue with if the address is empty.
    ///   - delegate: The delegate to notify, called once.
    fileprivate func challenge(
        _ parameters: MSALNativeAuthChallengeAuthMethodParameters,
        for state: String,
        orFailAt stateAfterEmptyContact: RegisterStrongAuthState?,
        _ delegate: any RegisterStrongAuthChallengeDelegate
    ) {
        let (method, contact) = (parameters.authMethod, parameters.verificationContact)
        app.run("\(state).challengeAuthMethod", for: delegate) { [step] _ throws(AuthError) -> Registration in
            let factor = try method.factor(of: step.factors)
            return try await Registration(step.enrol(factor, contact: contact))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: RegisterStrongAuthChallengeError) in
                delegate.onRegisterStrongAuthChallengeError(error: error, newState: nil)
            }
            switch result {
            case .success(.challenge(let step)):
                guard let delivery = step.delivery else {
                    return reply.fail(
                        RegisterStrongAuthChallengeError(general: "Unexpected challenge type", correlationID)
                    )
                }
                let state = RegisterStrongAuthVerificationRequiredState(app, step)
                reply("onRegisterStrongAuthVerificationRequired(result:)", correlationID) {
                    delegate.onRegisterStrongAuthVerificationRequired(
                        result: MSALNativeAuthRegisterStrongAuthVerificationRequiredResult(
                            state,
                            MSALNativeAuthCodeDelivery(delivery)
                        )
                    )
                }
            case .success(.outcome(let outcome)):
                app.deliver(last: outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                let isFinal = error.isPastStep || [.unexpectedChallenge, .browserRequired].contains(error.code)
                let failed = RegisterStrongAuthChallengeError(error, correlationID)
                delegate.onRegisterStrongAuthChallengeError(
                    error: failed,
                    newState: isFinal ? nil : contact.isEmpty ? stateAfterEmptyContact : self
                )
            }
        }
    }
}

/// A sign-in that awaits the code of a method to register.
public nonisolated final class RegisterStrongAuthVerificationRequiredState: RegisterStrongAuthBaseState {
    let step: FactorEnrolmentChallengeStep

    init(_ app: NativeAuthContext, _ step: FactorEnrolmentChallengeStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The delivery of the code; an addition to Microsoft's API.
    public var codeDelivery: MSALNativeAuthCodeDelivery? { step.delivery.map(MSALNativeAuthCodeDelivery.init) }
    /// The methods to choose from.
    ///
    /// An addition to Microsoft's API.
    public var authMethods: [MSALAuthMethod] { step.factors.map(MSALAuthMethod.init) }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Requests a code for another method or address, or for the same one again.
    ///
    /// - Parameters:
    ///   - parameters: The method and the address.
    ///   - delegate: The delegate to notify, called once.
    public func challengeAuthMethod(
        parameters: MSALNativeAuthChallengeAuthMethodParameters,
        delegate: any RegisterStrongAuthChallengeDelegate
    ) {
        RegisterStrongAuthState(app, step.selection).challenge(
            parameters,
            for: "RegisterStrongAuthVerificationRequiredState",
            orFailAt: nil,
            delegate
        )
    }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - challenge: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitChallenge(challenge: String, delegate: any RegisterStrongAuthSubmitChallengeDelegate) {
        app.run("RegisterStrongAuthVerificationRequiredState.submitChallenge", for: delegate) {
            [step] _ throws(AuthError) in
            try await SignInOutcome(step.submit(challenge))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: RegisterStrongAuthSubmitChallengeError) in
                delegate.onRegisterStrongAuthSubmitChallengeError(error: error, newState: nil)
            }
            switch result {
            case .success(let outcome):
                app.deliver(last: outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                let isFinal = error.isPastStep || error.code == .browserRequired
                delegate.onRegisterStrongAuthSubmitChallengeError(
                    error: RegisterStrongAuthSubmitChallengeError(error, correlationID),
                    newState: isFinal ? nil : self
                )
            }
        }
    }
}

/// A code that was sent to the address of a method to register.
public final class MSALNativeAuthRegisterStrongAuthVerificationRequiredResult: NSObject, Sendable {
    /// The next state.
    public let newState: RegisterStrongAuthVerificationRequiredState
    /// The address that the code was sent to.
    public let sentTo: String
    /// The type of the address.
    public let channelTargetType: MSALNativeAuthChannelType
    /// The number of digits of the code.
    public let codeLength: Int

    init(_ newState: RegisterStrongAuthVerificationRequiredState, _ delivery: MSALNativeAuthCodeDelivery) {
        self.newState = newState
        sentTo = delivery.sentTo
        channelTargetType = delivery.channelTargetType
        codeLength = delivery.codeLength
        super.init()
    }
}

/// The result of starting a registration.
private enum Registration: Sendable {
    case challenge(FactorEnrolmentChallengeStep)
    case outcome(SignInOutcome)

    init(_ result: FactorEnrolmentResult) async throws(AuthError) {
        switch result {
        case .challenge(let step): self = .challenge(step)
        case .step(let step): self = .outcome(try await SignInOutcome(step))
        }
    }
}
