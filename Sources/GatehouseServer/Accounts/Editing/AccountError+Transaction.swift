extension AccountError {
    /// What the engine says, of those of its errors that are not about the account's own state.
    init(_ error: TransactionError) {
        self =
            switch error {
            case .wrongCode, .codeExhausted, .codeMissing: .wrongCode
            case .codeExpired: .codeExpired
            case .passwordRefused(let verdict): .passwordRefused(verdict)
            case .passwordMissing: .passwordMissing
            case .wrongCredentials: .wrongPassword
            case .accountDisabled: .disabled
            case .attributesRefused(let problems): .attributeRefused(problems.keys.min() ?? "")
            case .resendTooSoon(let seconds): .limited(retryAfter: Double(seconds))
            case .limited(let wait), .mailsUsedUp(let wait): .limited(retryAfter: wait)
            case .overloaded(let wait): .overloaded(retryAfter: wait)
            case .unavailable: .overloaded(retryAfter: 5)
            default: .failed
            }
    }
}
