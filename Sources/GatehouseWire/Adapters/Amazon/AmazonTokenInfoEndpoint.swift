package import HTTPTypes

/// The endpoint where a back end looks up an access token.
package enum AmazonTokenInfoEndpoint: Endpoint {
    package typealias Request = AmazonAccessTokenRequest
    package typealias Response = AmazonTokenInfoResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/auth/o2/tokeninfo"
    package static let errors: Set<OAuthErrorCode> = [.invalidRequest, .invalidToken, .amazonServerError]
}

/// A request of Login with Amazon with an access token: for the profile or the token information.
package struct AmazonAccessTokenRequest: WireRequest, Hashable {
    /// The access token in the query; otherwise a header field carries it.
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

    /// Returns the header field with an access token; unlike a query, it is not logged.
    package static func fields(accessToken: Secret) -> HTTPFields {
        [.authorization: AuthorizationHeader.bearer(accessToken).encoded]
    }

    /// Returns the access token from the query, the `Authorization` header or `x-amz-access-token`.
    ///
    /// - Throws: `invalid_request` if there is none, or if two of them differ.
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
    /// A header for access tokens that some clients of Login with Amazon use.
    package static let amazonAccessToken: HTTPField.Name = {
        guard let name = HTTPField.Name("x-amz-access-token") else {
            preconditionFailure("A constant is not a field name")
        }
        return name
    }()
}

/// Token information of Login with Amazon.
package struct AmazonTokenInfoResponse: JSONResponse, Hashable {
    /// The client that the token was issued to, which a back end compares with its own.
    package var audience: String
    package var userID: String
    package var issuer: String
    /// The number of seconds until the token expires, not a point in time.
    package var expiresIn: Int
    package var applicationID: String
    package var issuedAt: UnixTime

    package init(
        audience: String,
        userID: String,
        issuer: String,
        expiresIn: Int,
        applicationID: String,
        issuedAt: UnixTime
    ) {
        self.audience = audience
        self.userID = userID
        self.issuer = issuer
        self.expiresIn = expiresIn
        self.applicationID = applicationID
        self.issuedAt = issuedAt
    }

    private enum CodingKeys: String, CodingKey {
        case audience = "aud"
        case userID = "user_id"
        case issuer = "iss"
        case expiresIn = "exp"
        case applicationID = "app_id"
        case issuedAt = "iat"
    }
}
