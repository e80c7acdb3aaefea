/// A token that a client asks about, or has done with: what introspection and revocation are sent (RFC 7662 §2.1, RFC 7009 §2.1).
package struct TokenQuery: WireRequest, Hashable {
    package var token: Secret
    /// What kind of token it is; a wrong hint only costs time.
    package var tokenTypeHint: TokenTypeHint?
    /// The client, as far as the form names it; an `Authorization` field comes on top.
    package var client: ClientCredentials

    package init(
        token: Secret,
        tokenTypeHint: TokenTypeHint? = nil,
        client: ClientCredentials = ClientCredentials()
    ) {
        self.token = token
        self.tokenTypeHint = tokenTypeHint
        self.client = client
    }

    package init(parameters: Parameters) throws(OAuthError) {
        token = Secret(try parameters.required(.token))
        tokenTypeHint = try parameters.optional(.tokenTypeHint, limit: 256).map(TokenTypeHint.init)
        client = try ClientCredentials(parameters: parameters)
    }

    package var parameters: Parameters {
        var parameters = Parameters([.token: token.reveal(), .tokenTypeHint: tokenTypeHint?.rawValue])
        client.append(to: &parameters)
        return parameters
    }
}
