import GatehouseStore
package import GatehouseWire

/// Whether an answer may be sent to where the request wants it (RFC 6749 §3.1.2.3, RFC 9700 §2.1, RFC 8252 §7.3).
package struct RedirectPolicy: Sendable {
    let registered: [String]

    /// The URI the answer goes to.
    ///
    /// - Parameter asked: the URI of the request; only a client with one registered URI may leave it out.
    /// - Returns: The URI of the request, or the one that is registered.
    /// - Throws: `invalid_request`, or `invalid_redirect_uri` for an address that is not the client's: for a page, as nothing may be sent there.
    package func resolve(_ asked: RedirectURI?) throws(OAuthError) -> RedirectURI {
        let uris = registered.compactMap(RedirectURI.init(rawValue:))
        guard let asked else {
            guard uris.count == 1 else {
                throw OAuthError(
                    .invalidRequest,
                    "The request does not say where the answer goes, and the app has not one address only."
                )
            }
            return uris[0]
        }
        guard uris.contains(where: { asked.matches(registered: $0) }) else {
            throw OAuthError(
                .invalidRedirectURI,
                "The address the answer should go to is not one that the app has registered. Register it exactly as the app sends it."
            )
        }
        return asked
    }
}
