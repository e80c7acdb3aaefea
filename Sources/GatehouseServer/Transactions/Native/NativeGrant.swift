package import GatehouseWire

/// What an app gives for tokens, and what it wants to have.
package struct NativeGrant: Sendable {
    /// What the person has given.
    package enum Proof: Sendable {
        case password(String)
        case code(String)
        /// A code as a second factor; no flow of this server has a step for it.
        case secondFactor
        /// Nothing: a sign-up or a reset has just proven who they are.
        case none

        var input: TransactionInput {
            switch self {
            case .password(let password): .password(password)
            case .code(let code): .code(code)
            case .secondFactor: .secondFactor
            case .none: .redeem
            }
        }
    }

    package let proof: Proof
    /// What the access token is to reach; none means all that the client is registered for.
    package let scopes: ScopeSet
    /// The `claims` parameter.
    package let claims: ClaimsRequest?
    /// Whose way of writing tokens is asked for.
    package let dialect: Dialect

    package init(proof: Proof, scopes: ScopeSet, claims: ClaimsRequest? = nil, dialect: Dialect = .openID) {
        self.proof = proof
        self.scopes = scopes
        self.claims = claims
        self.dialect = dialect
    }
}
