/// A password is asked for, whether or not the name has an account.
package struct PasswordStep: Sendable, Equatable, Codable {
    /// An e-mail address, or any name of an account where an app has asked for it, in its one spelling.
    package let email: String
}
