/// What a submit button asks for; the raw value is sent as the field `action`.
///
/// A post without one means ``continue``.
package enum PageAction: String, Sendable, CaseIterable {
    /// The page's main button: go on, allow, connect, sign out.
    case `continue`
    /// Back to the client with nothing done; on the consent and device pages, refuse.
    case cancel
    /// Back to the step that asks for the e-mail address.
    case back
    /// An e-mail code instead of the password.
    case code
    /// A password instead of the e-mail code.
    case password
    /// Send the code once more.
    case resend
    /// Start the password reset.
    case reset
    /// Go over to sign-up.
    case signUp
    /// Go over to sign-in.
    case signIn
    /// Sign in with an account that is not listed, or not the one shown.
    case otherAccount
}
