/// How an authorization request fails (RFC 6749 §4.1.2.1).
package enum AuthorizationError: Error, Sendable, Equatable {
    /// The redirect URI is not known to be the client's: the person sees a page and is sent nowhere.
    case page(OAuthError)
    /// The client is told by redirect.
    case redirect(AuthorizationResponse)
}
