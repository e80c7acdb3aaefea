import Gatehouse
import GatehouseWire

/// A sign-up that awaits the code sent to the user.
public nonisolated final class SignUpCodeRequiredState: SignUpBaseState {
    let step: SignUpCodeStep

    init(_ app: NativeAuthContext, _ step: SignUpCodeStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The delivery of the code; an addition to Microsoft's API.
    public var codeDelivery: MSALNativeAuthCodeDelivery { MSALNativeAuthCodeDelivery(step.delivery) }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitCode(code: String, delegate: any SignUpVerifyCodeDelegate) {
        app.run("SignUpCodeRequiredState.submitCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(code)
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: VerifyCodeError) in
                delegate.onSignUpVerifyCodeError(error: error, newState: nil)
            }
            switch result {
            case .success(.passwordRequired(let step)):
                reply("onSignUpPasswordRequired(newState:)", correlationID) {
                    delegate.onSignUpPasswordRequired(newState: SignUpPasswordRequiredState(app, step))
                }
            case .success(.attributesRequired(let step)):
                requestAttributes(step, of: delegate, reply)
            case .success(let step):
                deliver(step, to: delegate, reply)
            case .failure(let error):
                let error = VerifyCodeError(error, correlationID)
                delegate.onSignUpVerifyCodeError(error: error, newState: error.failure.allowsRetry ? self : nil)
            }
        }
    }

    /// Requests another code, which replaces the previous one.
    ///
    /// - Parameter delegate: The delegate to notify, called once.
    public func resendCode(delegate: any SignUpResendCodeDelegate) {
        app.run("SignUpCodeRequiredState.resendCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.resend()
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: ResendCodeError) in
                delegate.onSignUpResendCodeError(error: error, newState: nil)
            }
            switch result {
            case .success(let step):
                let state = SignUpCodeRequiredState(app, step)
                let delivery = state.codeDelivery
                reply("onSignUpResendCodeCodeRequired(newState:sentTo:channelTargetType:codeLength:)", correlationID) {
                    delegate.onSignUpResendCodeCodeRequired(
                        newState: state,
                        sentTo: delivery.sentTo,
                        channelTargetType: delivery.channelTargetType,
                        codeLength: delivery.codeLength
                    )
                }
            case .failure(let error):
                let error = ResendCodeError(error, correlationID)
                delegate.onSignUpResendCodeError(error: error, newState: error.keepsSignUp ? self : nil)
            }
        }
    }

    /// Tries Microsoft's documented method, then that of its tutorial.
    @MainActor private func requestAttributes(
        _ step: SignUpAttributesStep,
        of delegate: any SignUpVerifyCodeDelegate,
        _ reply: DelegateReply<VerifyCodeError>
    ) {
        let state = SignUpAttributesRequiredState(app, step)
        let isImplemented = OptionalMethod.call("onSignUpAttributesRequired(attributes:newState:)", of: delegate) {
            delegate.onSignUpAttributesRequired(attributes: state.attributes, newState: state)
        }
        guard !isImplemented else { return }
        reply("onSignUpAttributesRequired(newState:)", correlationID) {
            delegate.onSignUpAttributesRequired(newState: state)
        }
    }
}

/// A sign-up that awaits a password.
public nonisolated final class SignUpPasswordRequiredState: SignUpBaseState {
    let step: SignUpPasswordStep

    init(_ app: NativeAuthContext, _ step: SignUpPasswordStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Submits the password that the user chose.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: The delegate to notify, called once.
    public func submitPassword(password: String, delegate: any SignUpPasswordRequiredDelegate) {
        app.run("SignUpPasswordRequiredState.submitPassword", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(password)
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: PasswordRequiredError) in
                delegate.onSignUpPasswordRequiredError(error: error, newState: nil)
            }
            switch result {
            case .success(let step):
                deliver(step, to: delegate, reply)
            case .failure(let error):
                let isCodeWrong = error.code == .wrongCode
                let error = PasswordRequiredError(error, correlationID)
                let isUsable = isCodeWrong || error.failure.allowsRetry
                delegate.onSignUpPasswordRequiredError(error: error, newState: isUsable ? self : nil)
            }
        }
    }
}

/// A sign-up that awaits one page of attributes.
public nonisolated final class SignUpAttributesRequiredState: SignUpBaseState {
    let step: SignUpAttributesStep

    init(_ app: NativeAuthContext, _ step: SignUpAttributesStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The required attributes of this page.
    ///
    /// An addition to Microsoft's API.
    public var attributes: [MSALNativeAuthRequiredAttribute] {
        step.attributes.map(MSALNativeAuthRequiredAttribute.init)
    }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Submits the user's input.
    ///
    /// - Parameters:
    ///   - attributes: The values by attribute name: strings, numbers, Booleans and arrays of strings.
    ///   - delegate: The delegate to notify, called once.
    public func submitAttributes(attributes: [String: Any], delegate: any SignUpAttributesRequiredDelegate) {
        let values = AttributeValues.reading(attributes)
        app.run("SignUpAttributesRequiredState.submitAttributes", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(try values.get())
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: AttributesRequiredError) in
                delegate.onSignUpAttributesRequiredError(error: error)
            }
            switch result {
            case .success(let step):
                deliver(step, to: delegate, reply)
            case .failure(let error) where error.code == .attributesRejected && !error.invalidAttributes.isEmpty:
                reply("onSignUpAttributesInvalid(attributeNames:newState:)", correlationID) {
                    delegate.onSignUpAttributesInvalid(attributeNames: error.invalidAttributes, newState: self)
                }
            case .failure(let error):
                reply.fail(AttributesRequiredError(error, correlationID))
            }
        }
    }
}

extension SignUpBaseState {
    /// Notifies a delegate of the next step of a sign-up.
    ///
    /// - Parameters:
    ///   - step: The next step.
    ///   - delegate: The delegate.
    ///   - reply: The reply, an error if the delegate lacks the method for the step or the step is unexpected.
    func deliver<Failed: MSALNativeAuthError>(
        _ step: SignUpStep,
        to delegate: any SignUpProgressDelegate,
        _ reply: DelegateReply<Failed>
    ) {
        switch step {
        case .attributesRequired(let step):
            let state = SignUpAttributesRequiredState(app, step)
            reply("onSignUpAttributesRequired(attributes:newState:)", correlationID) {
                delegate.onSignUpAttributesRequired(attributes: state.attributes, newState: state)
            }
        case .completed(let step):
            reply("onSignUpCompleted(newState:)", correlationID) {
                delegate.onSignUpCompleted(newState: SignInAfterSignUpState(app, step))
            }
        case .codeRequired, .passwordRequired:
            reply.fail(Failed(general: "Unexpected challenge type", correlationID))
        }
    }
}
