/// A simulated user who completes every page: enters the address, the code from the mail and the requested attributes,
/// and grants consent.
///
/// If the address has no account, the user signs up.
public struct ScriptedUser: Sendable {
    /// The email address.
    public var email: String
    /// The password; `nil` for a user who signs in with an emailed code.
    public var password: String?
    /// The values for requested attributes, by attribute name.
    public var attributes: [String: String]
    /// A Boolean value that indicates whether the user grants consent; if not, the user cancels.
    public var agrees: Bool
    /// A Boolean value that indicates whether the user chooses to sign up on the first page, as required to sign up
    /// with a password.
    public var isNew: Bool

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - email: The email address.
    ///   - password: The password; `nil` for a user who signs in with an emailed code.
    ///   - attributes: The values for requested attributes, by attribute name.
    ///   - agrees: Whether the user grants consent.
    ///   - isNew: Whether the user chooses to sign up on the first page.
    public init(
        email: String,
        password: String? = nil,
        attributes: [String: String] = [:],
        agrees: Bool = true,
        isNew: Bool = false
    ) {
        self.email = email
        self.password = password
        self.attributes = attributes
        self.agrees = agrees
        self.isNew = isNew
    }
}
