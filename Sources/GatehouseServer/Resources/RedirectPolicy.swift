import GatehouseStore
package import GatehouseWire

/// The rule for redirect URIs (RFC 6749 §3.1.2.3, RFC 9700 §2.1, RFC 8252 §7.3).
package struct RedirectPolicy: Sendable {
    let registered: [String]

    /// Returns the redirect URI of an authorization request.
    ///
    /// - Parameter requested: The URI of the request; only clients with exactly one registered URI may omit it.
    /// - Returns: The URI of the request, or the registered one.
    /// - Throws: `invalid_request`, or `invalid_redirect_uri` for an unregistered URI. Both are shown on an error page,
    ///   because the server must not redirect to an unverified URI.
    package func resolve(_ requested: RedirectURI?) throws(OAuthError) -> RedirectURI {
        let uris = registered.compactMap(RedirectURI.init(rawValue:))
        guard let requested else {
            guard uris.count == 1 else {
                throw OAuthError(
                    .invalidRequest,
                    "\(ParameterName.redirectURI) is required: the client does not have exactly one registered URI."
                )
            }
            return uris[0]
        }
        guard uris.contains(where: { requested.matches(registered: $0) }) else {
            throw OAuthError(
                .invalidRedirectURI,
                "\(ParameterName.redirectURI) is not registered for this client. Register exactly the URI that the app sends."
            )
        }
        return requested
    }
}
