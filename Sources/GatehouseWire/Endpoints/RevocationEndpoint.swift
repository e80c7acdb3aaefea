package import HTTPTypes

/// The revocation endpoint; it responds alike to known and unknown tokens (RFC 7009 §2.2).
package enum RevocationEndpoint: Endpoint {
    package typealias Request = RevocationRequest
    package typealias Response = EmptyResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/revoke"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedTokenType, .serverError,
        .temporarilyUnavailable,
    ]
}

/// A revocation request of the client that a token was issued to (RFC 7009 §2.1).
package typealias RevocationRequest = TokenLookupRequest
