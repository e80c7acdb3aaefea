public import Foundation

// What versions 1.3 to 1.9 call it.

extension MSALNativeAuthPublicClientApplication {
    /// Begins a sign-up.
    ///
    /// - Parameters:
    ///   - username: The person's e-mail address.
    ///   - password: The password, when the person has chosen one already.
    ///   - attributes: What the server is told about the person, by the names of its attributes.
    ///   - correlationId: Tells the call in the logs; made up when there is none.
    ///   - delegate: Hears how the start went, once.
    @available(*, deprecated, message: "Use signUp(parameters:delegate:).")
    public func signUp(
        username: String,
        password: String? = nil,
        attributes: [String: Any]? = nil,
        correlationId: UUID? = nil,
        delegate: any SignUpStartDelegate
    ) {
        let parameters = MSALNativeAuthSignUpParameters(username: username)
        parameters.password = password
        parameters.attributes = attributes
        parameters.correlationId = correlationId
        signUp(parameters: parameters, delegate: delegate)
    }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - username: The person's e-mail address.
    ///   - password: The password, when the person has typed it already.
    ///   - scopes: What the access token is for.
    ///   - correlationId: Tells the call in the logs; made up when there is none.
    ///   - delegate: Hears how the start went, once.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    public func signIn(
        username: String,
        password: String? = nil,
        scopes: [String]? = nil,
        correlationId: UUID? = nil,
        delegate: any SignInStartDelegate
    ) {
        let parameters = MSALNativeAuthSignInParameters(username: username)
        parameters.password = password
        parameters.scopes = scopes
        parameters.correlationId = correlationId
        signIn(parameters: parameters, delegate: delegate)
    }

    /// Begins a password reset.
    ///
    /// - Parameters:
    ///   - username: The person's e-mail address.
    ///   - correlationId: Tells the call in the logs; made up when there is none.
    ///   - delegate: Hears how the start went, once.
    @available(*, deprecated, message: "Use resetPassword(parameters:delegate:).")
    public func resetPassword(
        username: String,
        correlationId: UUID? = nil,
        delegate: any ResetPasswordStartDelegate
    ) {
        let parameters = MSALNativeAuthResetPasswordParameters(username: username)
        parameters.correlationId = correlationId
        resetPassword(parameters: parameters, delegate: delegate)
    }
}
