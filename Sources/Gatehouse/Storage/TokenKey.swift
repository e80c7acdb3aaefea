/// What stored sessions belong to: one client at one issuer.
public struct TokenKey: Sendable, Hashable, Codable {
    /// The issuer, without a slash at its end.
    public var issuer: String
    /// The client's identifier at that issuer.
    public var clientID: String

    /// Names a client at an issuer.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, without a slash at its end.
    ///   - clientID: The client's identifier at that issuer.
    public init(issuer: String, clientID: String) {
        self.issuer = issuer
        self.clientID = clientID
    }
}
