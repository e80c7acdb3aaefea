package import HTTPTypes

/// Where grants become tokens (RFC 6749 §3.2).
package enum TokenEndpoint: Endpoint {
    package typealias Request = TokenRequest
    package typealias Response = TokenResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/token"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
        .invalidTarget, .authorizationPending, .slowDown, .accessDenied, .expiredToken, .serverError,
        .temporarilyUnavailable,
    ]
}
