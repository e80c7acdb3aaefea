package import HTTPTypes

/// Where Login with Amazon turns grants into tokens; the request is a form or one JSON object.
package enum AmazonTokenEndpoint: Endpoint {
    package typealias Request = AmazonTokenRequest
    package typealias Response = TokenResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/auth/o2/token"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
        .authorizationPending, .slowDown, .accessDenied, .invalidCodePair, .amazonServerError,
    ]
}
