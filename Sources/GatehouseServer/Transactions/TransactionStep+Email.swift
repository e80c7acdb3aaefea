extension TransactionStep {
    /// The address that the person has typed so far.
    package var email: String? {
        switch self {
        case .identify(let step): step.email
        case .chooseAccount(let step): step.emailHint
        case .password(let step): step.email
        case .code(let step): step.email
        case .newPassword(let step): step.proven.email
        case .challenge(let step): step.email
        case .choosePassword(let step): step.proven.email
        case .attributes, .consent, .changed, .granted, .finished: nil
        }
    }
}
