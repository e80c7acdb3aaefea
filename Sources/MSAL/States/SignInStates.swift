import Gatehouse

/// A sign-in that awaits the code sent to the user.
public nonisolated final class SignInCodeRequiredState: SignInBaseState {
    let step: SignInCodeStep

    init(_ app: NativeAuthContext, _ step: SignInCodeStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The delivery of the code; an addition to Microsoft's API.
    public var codeDelivery: MSALNativeAuthCodeDelivery { MSALNativeAuthCodeDelivery(step.delivery) }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitCode(code: String, delegate: any SignInVerifyCodeDelegate) {
        app.run("SignInCodeRequiredState.submitCode", for: delegate) { [step] _ throws(AuthError) in
            try await SignInOutcome(step.submit(code))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: VerifyCodeError) in
                delegate.onSignInVerifyCodeError(error: error, newState: nil)
            }
            switch result {
            case .success(let outcome):
                app.deliver(outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                let error = VerifyCodeError(error, correlationID)
                delegate.onSignInVerifyCodeError(error: error, newState: error.failure.isPastStep ? nil : self)
            }
        }
    }

    /// Requests another code, which replaces the previous one.
    ///
    /// - Parameter delegate: The delegate to notify, called once.
    public func resendCode(delegate: any SignInResendCodeDelegate) {
        app.run("SignInCodeRequiredState.resendCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.resend()
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: ResendCodeError) in
                delegate.onSignInResendCodeError(error: error, newState: nil)
            }
            switch result {
            case .success(let step):
                let state = SignInCodeRequiredState(app, step)
                let delivery = state.codeDelivery
                reply("onSignInResendCodeCodeRequired(newState:sentTo:channelTargetType:codeLength:)", correlationID) {
                    delegate.onSignInResendCodeCodeRequired(
                        newState: state,
                        sentTo: delivery.sentTo,
                        channelTargetType: delivery.channelTargetType,
                        codeLength: delivery.codeLength
                    )
                }
            case .failure(let error):
                let isUnexpected = error.code == .unexpectedChallenge
                delegate.onSignInResendCodeError(
                    error: ResendCodeError(error, correlationID),
                    newState: isUnexpected ? nil : self
                )
            }
        }
    }
}

/// A sign-in that awaits the user's password.
public nonisolated final class SignInPasswordRequiredState: SignInBaseState {
    let step: SignInPasswordStep

    init(_ app: NativeAuthContext, _ step: SignInPasswordStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Submits the password that the user entered.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: The delegate to notify, called once.
    public func submitPassword(password: String, delegate: any SignInPasswordRequiredDelegate) {
        app.run("SignInPasswordRequiredState.submitPassword", for: delegate) { [step] _ throws(AuthError) in
            try await SignInOutcome(step.submit(password))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: PasswordRequiredError) in
                delegate.onSignInPasswordRequiredError(error: error, newState: nil)
            }
            switch result {
            case .success(let outcome):
                app.deliver(outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                let error = PasswordRequiredError(error, correlationID)
                delegate.onSignInPasswordRequiredError(
                    error: error.isInvalidPassword ? error.withoutServerText : error,
                    newState: error.failure.isPastStep ? nil : self
                )
            }
        }
    }
}

extension PasswordRequiredError {
    /// The error without the server's text: Microsoft's SDK has a fixed text for a wrong password.
    fileprivate var withoutServerText: PasswordRequiredError {
        var failure = failure
        failure.message = nil
        return PasswordRequiredError(failure)
    }
}
