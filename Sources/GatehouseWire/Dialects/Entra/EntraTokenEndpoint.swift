package import HTTPTypes

/// Where a flow's end, and the grants of OAuth, become tokens.
package enum EntraTokenEndpoint: Endpoint {
    package typealias Request = EntraTokenRequest
    package typealias Response = EntraAnswer<EntraTokenResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/token"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .invalidScope, .invalidTarget, .unsupportedGrantType, .expiredToken, .userNotFound, .authorizationPending,
        .slowDown, .accessDenied,
    ]
}
