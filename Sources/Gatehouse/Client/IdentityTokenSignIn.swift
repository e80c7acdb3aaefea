public import GatehouseWire

/// A sign-in with the ID token of another provider, without a page.
///
/// No released Gatehouse server accepts such tokens: ``signIn(with:scopes:)`` then throws
/// ``AuthErrorCode/browserRequired``, and the app shows the server's pages. The type lets apps prepare for servers
/// that do.
public struct IdentityTokenSignIn: Sendable {
    private let client: GatehouseClient

    /// Creates a sign-in at the server of a client.
    ///
    /// - Parameter client: The client.
    public init(at client: GatehouseClient) {
        self.client = client
    }

    /// Signs in the user of an ID token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - scopes: The requested scopes. `openid` and `offline_access` are always added.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError``: `browserRequired`, because this version does not implement token exchange (RFC 8693);
    ///   `misconfigured` if the client does not use OpenID Connect; `network`, `serverUnavailable` or `rateLimited`.
    public func signIn(with token: IdentityToken, scopes: ScopeSet = []) async throws(AuthError) -> Session {
        guard let adapter = client.services.adapter as? OpenIDAdapter else {
            throw .misconfigured("A sign-in with an identity token requires a server with OpenID Connect.")
        }
        // Reports an unreachable server as such. The metadata does not say which tokens a server exchanges (RFC 8693).
        _ = try await adapter.directory.current()
        throw AuthError(
            .browserRequired,
            "The server does not accept identity tokens of \(token.provider.rawValue).",
            recovery: .signInAgain
        )
    }
}
