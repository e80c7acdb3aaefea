import Gatehouse

/// A password reset that awaits the code sent to the user.
public nonisolated final class ResetPasswordCodeRequiredState: ResetPasswordBaseState {
    let step: PasswordResetCodeStep

    init(_ app: NativeAuthContext, _ step: PasswordResetCodeStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The delivery of the code; an addition to Microsoft's API.
    public var codeDelivery: MSALNativeAuthCodeDelivery { MSALNativeAuthCodeDelivery(step.delivery) }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.resetPassword(step.saved)) }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitCode(code: String, delegate: any ResetPasswordVerifyCodeDelegate) {
        app.run("ResetPasswordCodeRequiredState.submitCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(code)
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: VerifyCodeError) in
                delegate.onResetPasswordVerifyCodeError(error: error, newState: nil)
            }
            switch result {
            case .success(let step):
                reply("onPasswordRequired(newState:)", correlationID) {
                    delegate.onPasswordRequired(newState: ResetPasswordRequiredState(app, step))
                }
            case .failure(let error):
                let error = VerifyCodeError(error, correlationID)
                let next = error.failure.allowsRetry ? self : nil
                delegate.onResetPasswordVerifyCodeError(error: error, newState: next)
            }
        }
    }

    /// Requests another code, which replaces the previous one.
    ///
    /// - Parameter delegate: The delegate to notify, called once.
    public func resendCode(delegate: any ResetPasswordResendCodeDelegate) {
        app.run("ResetPasswordCodeRequiredState.resendCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.resend()
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: ResendCodeError) in
                delegate.onResetPasswordResendCodeError(error: error, newState: nil)
            }
            switch result {
            case .success(let step):
                let state = ResetPasswordCodeRequiredState(app, step)
                let delivery = state.codeDelivery
                reply("onResetPasswordResendCodeRequired(newState:sentTo:channelTargetType:codeLength:)", correlationID)
                {
                    delegate.onResetPasswordResendCodeRequired(
                        newState: state,
                        sentTo: delivery.sentTo,
                        channelTargetType: delivery.channelTargetType,
                        codeLength: delivery.codeLength
                    )
                }
            case .failure(let error):
                reply.fail(ResendCodeError(error, correlationID))
            }
        }
    }
}

/// A password reset that awaits the new password.
public nonisolated final class ResetPasswordRequiredState: ResetPasswordBaseState {
    let step: PasswordResetPasswordStep

    init(_ app: NativeAuthContext, _ step: PasswordResetPasswordStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.resetPassword(step.saved)) }

    /// Submits the new password and waits until the server has applied it.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: The delegate to notify, called once.
    public func submitPassword(password: String, delegate: any ResetPasswordRequiredDelegate) {
        app.run("ResetPasswordRequiredState.submitPassword", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(password)
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: PasswordRequiredError) in
                delegate.onResetPasswordRequiredError(error: error, newState: nil)
            }
            switch result {
            case .success(let step):
                reply("onResetPasswordCompleted(newState:)", correlationID) {
                    delegate.onResetPasswordCompleted(newState: SignInAfterResetPasswordState(app, step))
                }
            case .failure(let error):
                let next = step.after(error).map { ResetPasswordRequiredState(app, $0) } ?? self
                let error = PasswordRequiredError(error, correlationID)
                delegate.onResetPasswordRequiredError(error: error, newState: error.failure.allowsRetry ? next : nil)
            }
        }
    }
}
