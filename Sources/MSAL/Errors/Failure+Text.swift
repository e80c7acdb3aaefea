extension Failure.Kind {
    /// What happened, where nobody else has words for it.
    var text: String {
        switch self {
        case .general: "General error"
        case .browserRequired: "Browser required. Use acquireTokenInteractively instead"
        case .mfaRequired: "A second factor is required"
        case .userAlreadyExists: "User already exists"
        case .userNotFound: "User does not exist"
        case .userDoesNotHavePassword: "User does not have password associated with account"
        case .invalidUsername: "Invalid username"
        case .invalidPassword: "Invalid password"
        case .invalidCredentials: "Invalid credentials"
        case .invalidCode: "Invalid code"
        case .invalidScope: "Invalid scope"
        case .refreshTokenExpired: "Refresh token is expired"
        }
    }
}
