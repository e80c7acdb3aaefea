/// A password is asked for, whether or not the name has an account.
package struct PasswordStep: Sendable, Equatable, Codable {
    /// The e-mail address, or any name of an account in a native flow, normalised.
    package let email: String
}
