package import HTTPTypes

/// A request that shows an access token to Login with Amazon: for the profile, or to learn whom the token is for.
package struct AmazonAccessTokenRequest: WireRequest, Hashable {
    /// The access token in the query; `fields` carry it otherwise.
    package var accessToken: Secret?

    package init(accessToken: Secret? = nil) {
        self.accessToken = accessToken
    }

    package init(parameters: Parameters) throws(OAuthError) {
        do { accessToken = try parameters.optional(.accessToken).map(Secret.init) } catch {
            throw AmazonError.malformed
        }
    }

    package var parameters: Parameters { Parameters([.accessToken: accessToken?.reveal()]) }

    /// The field that carries an access token in the place of the query, where logs would keep it.
    package static func fields(accessToken: Secret) -> HTTPFields {
        [.authorization: AuthorizationHeader.bearer(accessToken).encoded]
    }

    /// The access token, from the query, the `Authorization` field or `x-amz-access-token`.
    ///
    /// - Throws: `invalid_request` when there is none, or when two of them name different tokens.
    package func token(fields: HTTPFields) throws(OAuthError) -> Secret {
        var tokens: [Secret] = []
        if let accessToken { tokens.append(accessToken) }
        if let field = fields[.authorization] {
            guard case .bearer(let token)? = try? AuthorizationHeader(field) else { throw AmazonError.invalidToken }
            tokens.append(token)
        }
        if let field = fields[.amazonAccessToken], !field.isEmpty { tokens.append(Secret(field)) }
        guard let token = tokens.first else { throw AmazonError.missing(.accessToken) }
        guard tokens.allSatisfy({ $0 == token }) else { throw AmazonError.malformed }
        return token
    }
}

extension HTTPField.Name {
    /// Where Login with Amazon's clients put an access token if not into the query.
    package static let amazonAccessToken: HTTPField.Name = {
        guard let name = HTTPField.Name("x-amz-access-token") else {
            preconditionFailure("A constant is not a field name")
        }
        return name
    }()
}
