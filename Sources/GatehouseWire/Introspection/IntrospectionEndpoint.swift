package import HTTPTypes

/// Where a resource server asks whether a token is good (RFC 7662 §2).
package enum IntrospectionEndpoint: Endpoint {
    package typealias Request = IntrospectionRequest
    package typealias Response = IntrospectionResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/introspect"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable,
    ]
}
