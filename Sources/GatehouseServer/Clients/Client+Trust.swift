package import GatehouseStore
package import GatehouseWire

/// What an operator or a trusted issuer vouches for.
extension Client {
    /// Whether an operator registered the client, or an operator or a trusted issuer vouches for its name and redirect
    /// URIs.
    package var isVerified: Bool { origin?.isVerified ?? true }

    /// Whether an operator registered the client, or vouched for it by an initial access token.
    ///
    /// Anyone can register a client with a copy of a software statement, which gives it a name, but no privileges.
    var hasOperator: Bool { isVerified && origin?.statementIssuer == nil }

    /// Returns whether the server may redirect to a registered URI without a decision of the user (RFC 9700 §4.11.2).
    ///
    /// Anyone can register a website; a loopback address leads to none.
    package func allowsAutomaticRedirect(to uri: RedirectURI) -> Bool { isVerified || uri.isLoopback }
}
