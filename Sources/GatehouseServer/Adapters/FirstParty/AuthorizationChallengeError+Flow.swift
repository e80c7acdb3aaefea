import GatehousePasswords
import GatehouseStore
import GatehouseWire

extension AuthorizationChallengeError {
    /// Creates the response for a flow error that ends the flow.
    init(_ error: FlowError) {
        switch error {
        case .gone, .stale, .tokenExpired, .redirectURIRemoved:
            self.init(.invalidSession, "The \(ParameterName.authSession) is invalid or has expired. Start again.")
        case .codeExhausted: self.init(.invalidSession, "Too many incorrect codes. Start again.")
        case .notPossible: self.init(.invalidRequest, "The session requires a different input.")
        case .invalidEmail:
            self.init(.invalidRequest, "The \(ParameterName.username) is invalid.")
            rejected = RejectedSubmission(.username, .invalid)
        case .accountExists, .addressTaken, .addressRejected:
            self.init(.accessDenied, "An account with this username exists. Sign in instead.")
            rejected = RejectedSubmission(.username, .exists)
        case .accountUnknown:
            self.init(.accessDenied, "No account has this username.")
            rejected = RejectedSubmission(.username, .unknown)
        case .accountHasNoPassword:
            self.init(.accessDenied, "The account has no password to reset.")
            rejected = RejectedSubmission(.username, .noPassword)
        case .accountDisabled: self.init(.accessDenied, "The account is disabled.")
        case .scopesRejected(let scopes):
            self.init(.invalidScope, "The client is not authorized for: \(scopes).")
        case .additionalFactorRequired, .needsBrowser:
            self.init(.redirectToWeb, "The sign-in requires a browser. Start an authorization code flow.")
        case .limited(let wait): self.init(OAuthError(ServiceFailure.rateLimited(retryAfter: wait)))
        case .mailLimitReached(let wait): self.init(OAuthError(ServiceFailure.mailLimitReached(retryAfter: wait)))
        case .overloaded(let wait): self.init(OAuthError(ServiceFailure.overloaded(retryAfter: wait)))
        case .unavailable: self.init(.busy)
        case .failed: self.init(.broken)
        case .wrongCredentials, .factorRejected, .passkeyUnknown, .passwordMissing, .codeMissing, .wrongCode,
            .codeExpired, .resendTooSoon, .passwordRejected, .attributesRejected:
            self.init(.accessDenied, "The input was not accepted.")
        }
    }
}

extension RejectedSubmission {
    /// Creates the rejection of an input that can be repeated; `nil` for an error that ends the flow.
    init?(_ error: FlowError, of submission: ChallengeSubmission) {
        let parameter = submission.parameter
        switch error {
        case .wrongCredentials, .factorRejected: self.init(parameter, .incorrect)
        case .passkeyUnknown: self.init(parameter, .unknown)
        case .passwordMissing, .codeMissing: self.init(parameter, .invalid)
        case .wrongCode(let remaining): self.init(parameter, .incorrect, attemptsRemaining: remaining)
        case .codeExpired: self.init(parameter, .expired)
        case .resendTooSoon: self.init(parameter, .tooSoon)
        case .addressRejected: self.init(.target, .invalid)
        case .addressTaken: self.init(.target, .exists)
        case .passwordRejected(let verdict): self.init(parameter, Reason(verdict))
        case .attributesRejected(let problems):
            self.init(parameter, .invalid, attributes: problems.keys.sorted())
        default: return nil
        }
    }
}

extension RejectedSubmission.Reason {
    init(_ verdict: PasswordAssessment) {
        self =
            switch verdict {
            case .tooShort: .tooShort
            case .tooLong: .tooLong
            case .tooWeak(.common): .tooCommon
            case .tooWeak, .acceptable: .tooWeak
            }
    }
}
