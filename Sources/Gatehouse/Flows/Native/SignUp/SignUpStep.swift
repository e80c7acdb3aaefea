/// What a sign-up needs next: each case holds a value whose methods are the legal next steps.
///
/// ```swift
/// switch try await gatehouse.signUp(email: email) {
/// case .codeRequired(let code): step = try await code.submit(typed)
/// case .passwordRequired(let password): step = try await password.submit(chosen)
/// case .attributesRequired(let page): step = try await page.submit(["city": "Dublin"])
/// case .completed(let account): session = try await account.signIn()
/// }
/// ```
public enum SignUpStep: Sendable {
    /// The person has been sent a code.
    case codeRequired(SignUpCode)
    /// The person has to choose a password.
    case passwordRequired(SignUpPassword)
    /// The person has to give data: one page of it.
    case attributesRequired(SignUpAttributes)
    /// The account is made; nobody is signed in yet.
    case completed(SignUpCompleted)
}

extension SignUpStep {
    /// The step as it can be stored, to go on with it in another process: see ``GatehouseClient/resume(_:)-(SavedSignUp)``.
    public var saved: SavedSignUp {
        switch self {
        case .codeRequired(let step): step.saved
        case .passwordRequired(let step): step.saved
        case .attributesRequired(let step): step.saved
        case .completed(let step): step.saved
        }
    }
}
