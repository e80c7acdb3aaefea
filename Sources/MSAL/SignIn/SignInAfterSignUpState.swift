import Gatehouse

/// The end of a sign-up: the person has an account.
public nonisolated final class SignInAfterSignUpState: SignInAfterPreviousFlowBaseState {
    let step: SignUpCompleted

    init(_ app: NativeApp, _ step: SignUpCompleted) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The state as it can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` goes on with it in another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Signs the person in without another question.
    ///
    /// - Parameters:
    ///   - parameters: What the sign-in is for.
    ///   - delegate: Hears how it went, once.
    public func signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters, delegate: any SignInAfterSignUpDelegate) {
        let wish = TokenWish.reading(parameters.scopes, parameters.claimsRequest)
        app.run("SignInAfterSignUpState.signIn", for: delegate) { [step] _ throws(AuthError) in
            let wish = try wish.get()
            return try await SignedIn(step.signIn(scopes: wish.scopes, claims: wish.claims))
        } then: { [self] result, delegate in
            switch result {
            case .success(let signedIn):
                app.deliver(signedIn, to: delegate, correlationID, orElse: delegate.onSignInAfterSignUpError(error:))
            case .failure(let error):
                delegate.onSignInAfterSignUpError(error: SignInAfterSignUpError(error, correlationID))
            }
        }
    }

    /// Signs the person in without another question.
    ///
    /// - Parameters:
    ///   - scopes: What the access token is for.
    ///   - delegate: Hears how it went, once.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    public func signIn(scopes: [String]? = nil, delegate: any SignInAfterSignUpDelegate) {
        let parameters = MSALNativeAuthSignInAfterSignUpParameters()
        parameters.scopes = scopes
        signIn(parameters: parameters, delegate: delegate)
    }
}
