extension FailureLog {
    /// Returns the account error for a flow error; logs the cause of an error that is not disclosed to callers.
    func accountError(_ error: FlowError) -> AccountError {
        if let known = AccountError(error) { return known }
        if error != .failed { log("account operation failed", error) }
        return .failed
    }
}

extension AccountError {
    /// Creates the error that corresponds to a flow error; `nil` for errors that account operations do not expect.
    init?(_ error: FlowError) {
        switch error {
        case .wrongCode, .codeExhausted, .codeMissing: self = .wrongCode
        case .codeExpired: self = .codeExpired
        case .passwordRejected(let verdict): self = .passwordRejected(verdict)
        case .passwordMissing: self = .passwordMissing
        case .wrongCredentials: self = .wrongPassword
        case .accountDisabled: self = .disabled
        case .attributesRejected(let problems): self = .attributeRejected(problems.keys.min() ?? "")
        case .resendTooSoon(let seconds): self = .limited(retryAfter: Double(seconds))
        case .limited(let wait), .mailLimitReached(let wait): self = .limited(retryAfter: wait)
        case .overloaded(let wait): self = .overloaded(retryAfter: wait)
        case .unavailable: self = .overloaded(retryAfter: 5)
        default: return nil
        }
    }
}
