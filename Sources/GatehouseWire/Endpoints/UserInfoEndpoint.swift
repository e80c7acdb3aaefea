package import HTTPTypes

/// The UserInfo endpoint (OpenID Connect Core §5.3).
package enum UserInfoEndpoint: Endpoint {
    package typealias Request = UserInfoRequest
    package typealias Response = UserInfoResponse

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .post]
    package static let path = "/oauth2/userinfo"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidToken, .insufficientScope, .invalidDPoPProof, .useDPoPNonce, .serverError,
        .temporarilyUnavailable,
    ]
}

/// A UserInfo request (OpenID Connect Core §5.3.1).
package struct UserInfoRequest: WireRequest, Hashable {
    /// The access token in a posted form (RFC 6750 §2.2); most clients send it in the `Authorization` header.
    package var accessToken: Secret?

    package init(accessToken: Secret? = nil) {
        self.accessToken = accessToken
    }

    /// Reads a posted form; a query is never read, because tokens must not be sent in one.
    package init(parameters: Parameters) throws(OAuthError) {
        accessToken = try parameters.optional(.accessToken).map(Secret.init)
    }

    package var parameters: Parameters { Parameters([.accessToken: accessToken?.reveal()]) }

    /// Returns the access token from the header or the form, with the type that it was presented as.
    ///
    /// - Throws: `invalid_request` if it was sent twice; `invalid_token` if it is missing or cannot be read.
    package func receivedToken(authorization field: String?) throws(OAuthError) -> ReceivedToken {
        if field == nil, let accessToken { return ReceivedToken(accessToken, .bearer) }
        let token = try ReceivedToken(authorization: field)
        guard accessToken == nil else {
            throw OAuthError(
                .invalidRequest,
                "Only one authentication method may be used per request."
            )
        }
        return token
    }
}

/// A UserInfo response (OpenID Connect Core §5.3.2).
package struct UserInfoResponse: JSONResponse, Hashable {
    package var subject: String
    package var claims: StandardClaims

    package init(subject: String, claims: StandardClaims) {
        self.subject = subject
        self.claims = claims.removing([.subject])
    }

    package init(from decoder: any Decoder) throws {
        subject = try decoder.container(keyedBy: ClaimName.self).decode(String.self, forKey: .subject)
        claims = try StandardClaims(from: decoder).removing([.subject])
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(subject, forKey: .subject)
        try claims.encode(to: encoder)
    }
}
