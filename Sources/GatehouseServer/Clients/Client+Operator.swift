import GatehouseStore

extension Client {
    /// Whether an operator registered the client, or vouched for it by an initial access token.
    ///
    /// A software statement does not suffice: every copy of the software contains it.
    var hasOperator: Bool { isVerified && origin?.statementIssuer == nil }
}
