import Gatehouse

/// A sign-in that awaits the registration of a second factor.
public nonisolated final class MSALNativeAuthStrongAuthRegistrationRequiredState: MSALNativeAuthState {
    private let step: FactorEnrolmentStep
    /// The methods to choose from.
    public let authMethods: [MSALAuthMethod]

    init(_ flow: NativeFlow, _ step: FactorEnrolmentStep) {
        self.step = step
        authMethods = step.factors.map(MSALAuthMethod.version2)
        super.init(flow)
    }

    /// Requests a code for the address of a method.
    ///
    /// - Parameters:
    ///   - method: The method that the user chose.
    ///   - verificationContact: The email address or phone number to register; `nil` for the address that the server
    ///     proposes, the method's ``MSALAuthMethod/loginHint``.
    ///   - delegate: The delegate to notify, called once.
    public func selectAuthMethod(
        _ method: MSALAuthMethod,
        verificationContact: String?,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        run(for: delegate, distinguishing: MSALNativeAuthFlowError.registrationKinds) {
            [step] () throws(AuthError) in
            let factor = try method.factor(of: step.factors)
            let contact = verificationContact ?? factor.hint
            return try await FlowStep(step.enrol(factor, contact: contact), contact: contact)
        }
    }

    /// Requests a code for the address that the server proposes for a method.
    ///
    /// - Parameters:
    ///   - method: The method that the user chose.
    ///   - delegate: The delegate to notify, called once.
    public func selectAuthMethod(_ method: MSALAuthMethod, delegate: any MSALNativeAuthFlowDelegate) {
        selectAuthMethod(method, verificationContact: nil, delegate: delegate)
    }
}

/// A sign-in that awaits the code of a method to register.
public nonisolated final class MSALNativeAuthStrongAuthVerificationRequiredState: MSALNativeAuthState {
    private let registration: RegistrationStep
    /// The address that the code was sent to.
    public let sentTo: String
    /// The type of the address.
    public let channel: MSALNativeAuthChannelType
    /// The number of digits of the code.
    public let codeLength: Int

    init(_ flow: NativeFlow, _ registration: RegistrationStep, delivery: CodeDelivery) {
        let delivery = MSALNativeAuthCodeDelivery(delivery)
        self.registration = registration
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
        run(for: delegate, distinguishing: MSALNativeAuthFlowError.registrationKinds) {
            [registration] () throws(AuthError) in
            try await registration.submit(challenge)
        }
    }

    /// Requests another code for the same address, which replaces the previous one.
    ///
    /// - Parameter delegate: The delegate to notify, called once: with a new state of this class.
    public func resendChallenge(delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate, distinguishing: MSALNativeAuthFlowError.registrationKinds) {
            [registration] () throws(AuthError) in
            try await registration.resend()
        }
    }
}
