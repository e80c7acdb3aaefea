import GatehouseWire
import HTTPTypes

/// The errors of the authorization challenge endpoint.
struct FirstPartyErrorDecoder: ResponseErrorDecoder {
    func error(for response: EndpointClient.Response) -> AuthError {
        let challenge = try? AuthorizationChallengeError(
            status: response.head.status,
            fields: response.head.headerFields,
            body: response.body
        )
        var error = OAuthErrorDecoder().error(for: response) { plain, retryAfter in
            challenge.flatMap(Self.error) ?? Self.error(for: plain, retryAfter)
        }
        error.response?.suberror = challenge?.rejected?.reason.rawValue
        error.continuationToken = challenge?.session
        return error
    }

    private static func error(for error: OAuthError, _ retryAfter: Duration?) -> AuthError {
        switch error.code {
        case .invalidSession:
            AuthError(.flowExpired, "The flow has expired or is complete. Start again.", recovery: .signInAgain)
        // A browser also continues at a requirement that this version does not know.
        case .redirectToWeb, .insufficientAuthorization: .browserRequired(reason: nil)
        // At this endpoint the server denies access, not the user.
        case .accessDenied: AuthError(.requestRejected, error.description, recovery: .signInAgain)
        default: OAuthErrorDecoder.error(for: error, retryAfter: retryAfter)
        }
    }

    /// Returns the error for an input that was not accepted; `nil` if there is none.
    private static func error(for challenge: AuthorizationChallengeError) -> AuthError? {
        guard let rejected = challenge.rejected else { return nil }
        switch (rejected.reason, rejected.parameter) {
        case (.tooSoon, _):
            let pause: Duration? =
                if case .code(let code, _)? = challenge.required { code.resendIn.map { .seconds(max(0, $0)) } } else {
                    nil
                }
            return AuthError(.rateLimited, "A code was sent just now. Wait.", recovery: .retry(after: pause))
        case (.exists, ParameterName.username.rawValue):
            return AuthError(.userAlreadyExists, "An account with this address exists already.")
        case (.noPassword, ParameterName.username.rawValue):
            return AuthError(.passwordNotSet, "The account has no password to reset.")
        case (.unknown, ParameterName.username.rawValue):
            return AuthError(.userNotFound, "No account has this address.")
        case (_, ParameterName.username.rawValue):
            return AuthError(.invalidUsername, "The address is invalid.")
        case (.expired, ParameterName.otp.rawValue):
            return AuthError(.wrongCode, "The code has expired. Request a new one.")
        case (_, ParameterName.otp.rawValue):
            return AuthError(.wrongCode, "The code is incorrect.")
        case (_, ParameterName.password.rawValue) where challenge.required == .password:
            return AuthError(.wrongPassword, "The address or the password is incorrect.")
        case (_, ParameterName.password.rawValue), (_, ParameterName.newPassword.rawValue):
            return AuthError(.passwordRejected, "The server rejected the new password: \(rejected.reason).")
        case (.invalid, ParameterName.methodID.rawValue), (.invalid, ParameterName.target.rawValue):
            return AuthError(.invalidAddress, "The address is not an email address or phone number in E.164 format.")
        case (.exists, ParameterName.target.rawValue):
            return AuthError(.addressInUse, "Another account has verified the address meanwhile.")
        case (_, ParameterName.passkey.rawValue):
            return AuthError(.passkeyRejected, "The server does not accept the passkey.")
        case (_, ParameterName.attributes.rawValue):
            var error = AuthError(.attributesRejected, "The server rejected the values of some attributes.")
            error.invalidAttributes = rejected.attributes ?? []
            return error
        default: return AuthError(.requestRejected, "The server rejected the input: \(rejected.reason).")
        }
    }
}
