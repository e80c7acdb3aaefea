/// What a sign-in needs next: each case holds a value whose methods are the legal next steps.
public enum SignInStep: Sendable {
    /// The person has been sent a code.
    case codeRequired(SignInCode)
    /// The person has to give the password.
    case passwordRequired(SignInPassword)
    /// The person is signed in.
    case signedIn(Session)
}
