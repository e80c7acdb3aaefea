package import HTTPTypes

/// Where Login with Amazon sends a person's browser.
package enum AmazonAuthorizationEndpoint: Endpoint {
    package typealias Request = AmazonAuthorizationRequest
    package typealias Response = AuthorizationResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/ap/oa"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidClient, .invalidRedirectURI,
        .invalidRequest, .unauthorizedClient, .accessDenied, .unsupportedResponseType, .invalidScope, .serverError,
        .temporarilyUnavailable,
    ]
}
