import Gatehouse

/// A password reset that waits for the new password.
public nonisolated final class ResetPasswordRequiredState: ResetPasswordBaseState {
    let step: ResetPassword

    init(_ app: NativeApp, _ step: ResetPassword) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state as it can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` goes on with it in another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.resetPassword(step.saved)) }

    /// Sends the password that the person chose, and waits until it counts.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: Hears what came of it, once.
    public func submitPassword(password: String, delegate: any ResetPasswordRequiredDelegate) {
        app.run("ResetPasswordRequiredState.submitPassword", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(password)
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                OptionalMethod.call("onResetPasswordCompleted(newState:)", of: delegate, correlationID) {
                    delegate.onResetPasswordCompleted(newState: SignInAfterResetPasswordState(app, step))
                } orElse: { (error: PasswordRequiredError) in
                    delegate.onResetPasswordRequiredError(error: error, newState: nil)
                }
            case .failure(let error):
                let next = step.after(error).map { ResetPasswordRequiredState(app, $0) } ?? self
                let error = PasswordRequiredError(error, correlationID)
                let isUsable = error.isInvalidPassword || error.failure.isTransient
                delegate.onResetPasswordRequiredError(error: error, newState: isUsable ? next : nil)
            }
        }
    }
}
