package import GatehouseJOSE
package import GatehouseStore

/// An access token that is good at this moment, with whom it stands for.
package struct LiveAccessToken: Sendable {
    /// Whom a token stands for.
    package enum Bearer: Sendable {
        /// A person, in a session that is alive.
        case person(Account, Session)
        /// The client itself.
        case client
    }

    package let claims: AccessTokenClaims
    package let client: Client
    package let bearer: Bearer
}
