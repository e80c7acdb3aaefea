import Gatehouse

/// A sign-in that awaits the choice of a second factor.
public nonisolated final class MSALNativeAuthAuthMethodSelectionRequiredState: MSALNativeAuthState {
    private let step: SecondFactorStep
    /// The methods to choose from.
    public let authMethods: [MSALAuthMethod]

    init(_ flow: NativeFlow, _ step: SecondFactorStep) {
        self.step = step
        authMethods = step.factors.map(MSALAuthMethod.version2)
        super.init(flow)
    }

    /// Requests the code of a method.
    ///
    /// - Parameters:
    ///   - method: The method that the user chose.
    ///   - delegate: The delegate to notify, called once.
    public func selectAuthMethod(_ method: MSALAuthMethod, delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate, distinguishing: MSALNativeAuthFlowError.secondFactorKinds) {
            [step] () throws(AuthError) in
            FlowStep(try await step.choose(try method.factor(of: step.factors)))
        }
    }
}

/// A sign-in that awaits the code of a second factor.
public nonisolated final class MSALNativeAuthMFAVerificationRequiredState: MSALNativeAuthState {
    private let step: SecondFactorChallengeStep
    /// The masked address that the code was sent to.
    public let sentTo: String
    /// The type of the address.
    public let channel: MSALNativeAuthChannelType
    /// The number of digits of the code.
    public let codeLength: Int

    init(_ flow: NativeFlow, _ step: SecondFactorChallengeStep, delivery: CodeDelivery) {
        let delivery = MSALNativeAuthCodeDelivery(delivery)
        self.step = step
        sentTo = delivery.sentTo
        channel = delivery.channelTargetType
        codeLength = delivery.codeLength
        super.init(flow)
    }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - challenge: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitChallenge(_ challenge: String, delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate, distinguishing: MSALNativeAuthFlowError.secondFactorKinds) {
            [step] () throws(AuthError) in
            try await FlowStep(step.submit(challenge))
        }
    }

    /// Requests another code of the same method, which replaces the previous one.
    ///
    /// - Parameter delegate: The delegate to notify, called once: with a new state of this class.
    public func resendChallenge(delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate, distinguishing: MSALNativeAuthFlowError.secondFactorKinds) {
            [step] () throws(AuthError) in
            FlowStep(try await step.choose(step.factor))
        }
    }
}
