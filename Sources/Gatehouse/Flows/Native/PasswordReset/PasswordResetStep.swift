/// Where a password reset that was stored goes on: each case holds a value whose methods are the legal next steps.
public enum PasswordResetStep: Sendable {
    /// The person has been sent a code.
    case codeRequired(ResetCode)
    /// The person has to choose a new password.
    case passwordRequired(ResetPassword)
    /// The password is changed; nobody is signed in yet.
    case completed(ResetCompleted)
}
