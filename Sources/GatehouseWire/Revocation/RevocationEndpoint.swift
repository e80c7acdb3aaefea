package import HTTPTypes

/// Where a client gives a token back; an unknown token is answered like a known one (RFC 7009 §2.2).
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
