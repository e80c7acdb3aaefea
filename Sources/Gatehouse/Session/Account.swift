/// A person at an issuer, as the last sign-in named them.
public struct Account: Sendable, Hashable, Codable, Identifiable {
    /// The person's identifier at the issuer (`sub`); never changes and is never given to another one.
    public let id: String
    /// The person's name, when the scopes allowed to know it.
    public var name: String?
    /// The person's e-mail address, when the scopes allowed to know it.
    public var email: String?

    /// A person.
    ///
    /// - Parameters:
    ///   - id: The person's identifier at the issuer.
    ///   - name: The person's name.
    ///   - email: The person's e-mail address.
    public init(id: String, name: String? = nil, email: String? = nil) {
        self.id = id
        self.name = name
        self.email = email
    }
}
