public import Foundation

// Names in versions 1.3 to 1.9.

extension MSALNativeAuthPublicClientApplication {
    /// Starts a sign-up.
    ///
    /// - Parameters:
    ///   - username: The user's email address.
    ///   - password: The password, if the user has chosen one.
    ///   - attributes: The user's attributes by name.
    ///   - correlationId: The correlation ID for logs; generated if `nil`.
    ///   - delegate: The delegate to notify, called once.
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

    /// Starts a sign-in.
    ///
    /// - Parameters:
    ///   - username: The user's email address.
    ///   - password: The password, if the user has entered it.
    ///   - scopes: The scopes of the access token.
    ///   - correlationId: The correlation ID for logs; generated if `nil`.
    ///   - delegate: The delegate to notify, called once.
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

    /// Starts a password reset.
    ///
    /// - Parameters:
    ///   - username: The user's email address.
    ///   - correlationId: The correlation ID for logs; generated if `nil`.
    ///   - delegate: The delegate to notify, called once.
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
