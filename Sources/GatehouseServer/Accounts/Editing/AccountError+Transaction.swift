extension AccountError {
    /// Creates the error that corresponds to the engine's; `nil` for one that account operations do not expect.
    init?(_ error: TransactionError) {
        switch error {
        case .wrongCode, .codeExhausted, .codeMissing: self = .wrongCode
        case .codeExpired: self = .codeExpired
        case .passwordRefused(let verdict): self = .passwordRefused(verdict)
        case .passwordMissing: self = .passwordMissing
        case .wrongCredentials: self = .wrongPassword
        case .accountDisabled: self = .disabled
        case .attributesRefused(let problems): self = .attributeRefused(problems.keys.min() ?? "")
        case .resendTooSoon(let seconds): self = .limited(retryAfter: Double(seconds))
        case .limited(let wait), .mailsUsedUp(let wait): self = .limited(retryAfter: wait)
        case .overloaded(let wait): self = .overloaded(retryAfter: wait)
        case .unavailable: self = .overloaded(retryAfter: 5)
        default: return nil
        }
    }
}
