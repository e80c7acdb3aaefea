import Gatehouse

/// A sign-up that waits for the person to choose a password.
public nonisolated final class SignUpPasswordRequiredState: SignUpBaseState {
    let step: SignUpPassword

    init(_ app: NativeApp, _ step: SignUpPassword) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state as it can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` goes on with it in another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Sends the password that the person chose.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: Hears what came of it, once.
    public func submitPassword(password: String, delegate: any SignUpPasswordRequiredDelegate) {
        app.run("SignUpPasswordRequiredState.submitPassword", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(password)
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                deliver(step, to: delegate) { (error: PasswordRequiredError) in
                    delegate.onSignUpPasswordRequiredError(error: error, newState: nil)
                }
            case .failure(let error):
                let isCodeWrong = error.code == .wrongCode
                let error = PasswordRequiredError(error, correlationID)
                let isUsable = error.isInvalidPassword || isCodeWrong || error.failure.isTransient
                delegate.onSignUpPasswordRequiredError(error: error, newState: isUsable ? self : nil)
            }
        }
    }
}
