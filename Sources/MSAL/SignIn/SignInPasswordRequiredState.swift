import Gatehouse

/// A sign-in that waits for the person's password.
public nonisolated final class SignInPasswordRequiredState: SignInBaseState {
    let step: SignInPassword

    init(_ app: NativeApp, _ step: SignInPassword) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state as it can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` goes on with it in another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Sends the password that the person typed in.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: Hears what came of it, once.
    public func submitPassword(password: String, delegate: any SignInPasswordRequiredDelegate) {
        app.run("SignInPasswordRequiredState.submitPassword", for: delegate) { [step] _ throws(AuthError) in
            try await SignedIn(step.submit(password))
        } then: { [self] result, delegate in
            switch result {
            case .success(let signedIn):
                app.deliver(signedIn, to: delegate, correlationID) { (error: PasswordRequiredError) in
                    delegate.onSignInPasswordRequiredError(error: error, newState: nil)
                }
            case .failure(let error):
                let error = PasswordRequiredError(error, correlationID)
                delegate.onSignInPasswordRequiredError(
                    error: error.isInvalidPassword ? error.withoutServerText : error,
                    newState: error.isMFARequired ? nil : self
                )
            }
        }
    }
}

extension PasswordRequiredError {
    /// A wrong password is called that, as Microsoft's SDK does, whatever the server has to say about it.
    fileprivate var withoutServerText: PasswordRequiredError {
        var failure = failure
        failure.message = nil
        return PasswordRequiredError(failure)
    }
}
