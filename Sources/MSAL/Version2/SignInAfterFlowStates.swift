import Gatehouse

/// The end of a sign-up: the account exists.
public nonisolated final class MSALNativeAuthSignInAfterSignUpState: MSALNativeAuthState {
    private let step: SignUpCompletion

    init(_ flow: NativeFlow, _ step: SignUpCompletion) {
        self.step = step
        super.init(flow)
    }

    /// Signs the user in without further input, unless the server requires a second factor.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the sign-in.
    ///   - delegate: The delegate to notify, called once.
    public func signIn(
        parameters: MSALNativeAuthSignInAfterSignUpParameters,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        let tokenParameters = flow.tokenParameters(parameters.scopes, parameters.claimsRequest)
        run(for: delegate) { [step] () throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            return try await FlowStep(step.signIn(scopes: tokenParameters.scopes, claims: tokenParameters.claims))
        }
    }
}

/// The end of a password reset: the password has changed.
public nonisolated final class MSALNativeAuthSignInAfterResetPasswordState: MSALNativeAuthState {
    private let step: PasswordResetCompletion

    init(_ flow: NativeFlow, _ step: PasswordResetCompletion) {
        self.step = step
        super.init(flow)
    }

    /// Signs the user in without further input, unless the server requires a second factor.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the sign-in.
    ///   - delegate: The delegate to notify, called once.
    public func signIn(
        parameters: MSALNativeAuthSignInAfterResetPasswordParameters,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        let tokenParameters = flow.tokenParameters(parameters.scopes, parameters.claimsRequest)
        run(for: delegate) { [step] () throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            return try await FlowStep(step.signIn(scopes: tokenParameters.scopes, claims: tokenParameters.claims))
        }
    }
}
