package import GatehouseStore
package import GatehouseWire

/// Tokens, and whose they are.
package struct GrantedTokens: Sendable {
    package let response: TokenResponse
    /// The person they are about; `nil` for a client's own.
    package let person: Account.ID?
}
