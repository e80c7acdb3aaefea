/// The person says who they are, or wants to become.
package struct IdentifyStep: Sendable, Equatable, Codable {
    /// What they came for.
    package enum Mode: String, Sendable, Codable {
        case signIn, signUp, reset
    }

    package let mode: Mode
    /// What the form starts with: a `login_hint`, or what was typed a page before.
    package let email: String?

    package init(mode: Mode, email: String?) {
        self.mode = mode
        self.email = email
    }
}
