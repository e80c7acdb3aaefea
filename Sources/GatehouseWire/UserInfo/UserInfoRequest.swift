/// A request for the claims of the person a token stands for (OpenID Connect Core §5.3.1).
package struct UserInfoRequest: WireRequest, Hashable {
    /// The access token in a posted form (RFC 6750 §2.2); most clients send it in the `Authorization` field instead.
    package var accessToken: Secret?

    package init(accessToken: Secret? = nil) {
        self.accessToken = accessToken
    }

    /// Reads a posted form.
    ///
    /// A query is never read: a token has no place in it.
    package init(parameters: Parameters) throws(OAuthError) {
        accessToken = try parameters.optional(.accessToken).map(Secret.init)
    }

    package var parameters: Parameters { Parameters([.accessToken: accessToken?.reveal()]) }

    /// The access token, wherever it was sent.
    ///
    /// - Throws: `invalid_request` when it was sent twice; `invalid_token` when it was not sent or cannot be read.
    package func token(authorization field: String?) throws(OAuthError) -> Secret {
        guard let field else {
            guard let accessToken else { throw OAuthError(.invalidToken, "An access token is needed.") }
            return accessToken
        }
        guard case .bearer(let token)? = try? AuthorizationHeader(field) else {
            throw OAuthError(.invalidToken, "The Authorization field does not hold a bearer token.")
        }
        guard accessToken == nil else {
            throw OAuthError(
                .invalidRequest,
                "The access token was sent both in the form and in the Authorization field."
            )
        }
        return token
    }
}
