/// A password is asked for, whether or not the address has an account.
package struct PasswordStep: Sendable, Equatable, Codable {
    package let email: String
}
