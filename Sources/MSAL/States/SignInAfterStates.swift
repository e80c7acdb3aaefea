import Gatehouse

/// The end of a sign-up: the account exists.
public nonisolated final class SignInAfterSignUpState: SignInAfterPreviousFlowBaseState {
    let step: SignUpCompletion

    init(_ app: NativeAuthContext, _ step: SignUpCompletion) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Signs the user in without further input.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the sign-in.
    ///   - delegate: The delegate to notify, called once.
    public func signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters, delegate: any SignInAfterSignUpDelegate) {
        let tokenParameters = TokenParameters.reading(parameters.scopes, parameters.claimsRequest)
        app.run("SignInAfterSignUpState.signIn", for: delegate) { [step] _ throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            return try await SignInOutcome(step.signIn(scopes: tokenParameters.scopes, claims: tokenParameters.claims))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: SignInAfterSignUpError) in
                delegate.onSignInAfterSignUpError(error: error)
            }
            switch result {
            case .success(let outcome):
                app.deliver(outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                reply.fail(SignInAfterSignUpError(error, correlationID))
            }
        }
    }

    /// Signs the user in without further input.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the access token.
    ///   - delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    public func signIn(scopes: [String]? = nil, delegate: any SignInAfterSignUpDelegate) {
        let parameters = MSALNativeAuthSignInAfterSignUpParameters()
        parameters.scopes = scopes
        signIn(parameters: parameters, delegate: delegate)
    }
}

/// The end of a password reset: the password has changed.
public nonisolated final class SignInAfterResetPasswordState: SignInAfterPreviousFlowBaseState {
    let step: PasswordResetCompletion

    init(_ app: NativeAuthContext, _ step: PasswordResetCompletion) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.resetPassword(step.saved)) }

    /// Signs the user in without further input.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the sign-in.
    ///   - delegate: The delegate to notify, called once.
    public func signIn(
        parameters: MSALNativeAuthSignInAfterResetPasswordParameters,
        delegate: any SignInAfterResetPasswordDelegate
    ) {
        let tokenParameters = TokenParameters.reading(parameters.scopes, parameters.claimsRequest)
        app.run("SignInAfterResetPasswordState.signIn", for: delegate) { [step] _ throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            return try await SignInOutcome(step.signIn(scopes: tokenParameters.scopes, claims: tokenParameters.claims))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: SignInAfterResetPasswordError) in
                delegate.onSignInAfterResetPasswordError(error: error)
            }
            switch result {
            case .success(let outcome):
                app.deliver(outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                reply.fail(SignInAfterResetPasswordError(error, correlationID))
            }
        }
    }

    /// Signs the user in without further input.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the access token.
    ///   - delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    public func signIn(scopes: [String]? = nil, delegate: any SignInAfterResetPasswordDelegate) {
        let parameters = MSALNativeAuthSignInAfterResetPasswordParameters()
        parameters.scopes = scopes
        signIn(parameters: parameters, delegate: delegate)
    }
}
