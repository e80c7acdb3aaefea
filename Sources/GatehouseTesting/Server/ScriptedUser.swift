public import Gatehouse

/// A simulated user who completes every page: enters the address, the code from the mail and the requested attributes,
/// proves or enrols a second factor, and grants consent.
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
    /// A Boolean value that indicates whether the user signs in with a passkey instead of the address.
    public var usesPasskey: Bool
    /// The second factor that the user chooses to prove or enrol; `nil` for the first one that the server proposes and
    /// the user has.
    public var preferredFactor: SecondFactorKind?

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - email: The email address.
    ///   - password: The password; `nil` for a user who signs in with an emailed code.
    ///   - attributes: The values for requested attributes, by attribute name.
    ///   - agrees: Whether the user grants consent.
    ///   - isNew: Whether the user chooses to sign up on the first page.
    ///   - usesPasskey: Whether the user signs in with a passkey instead of the address.
    ///   - preferredFactor: The second factor that the user chooses; `nil` for the first one that the user has.
    public init(
        email: String,
        password: String? = nil,
        attributes: [String: String] = [:],
        agrees: Bool = true,
        isNew: Bool = false,
        usesPasskey: Bool = false,
        preferredFactor: SecondFactorKind? = nil
    ) {
        self.email = email
        self.password = password
        self.attributes = attributes
        self.agrees = agrees
        self.isNew = isNew
        self.usesPasskey = usesPasskey
        self.preferredFactor = preferredFactor
    }
}
