public import GatehouseWire

/// Who a person is, as the server says.
public struct User: Sendable, Hashable, Identifiable {
    /// The person's identifier at the issuer; never changes and is never given to another one.
    public let id: String
    /// Everything the server said beside the identifier.
    public let claims: StandardClaims

    /// The person's full name, when the server said it.
    public var name: String? { claims.name }
    /// The person's e-mail address, when the server said it.
    public var email: String? { claims.email }
    /// Whether the server has verified the e-mail address, when it said so.
    public var isEmailVerified: Bool? { claims.emailVerified }

    init(id: String, claims: StandardClaims) {
        self.id = id
        self.claims = claims
    }
}
