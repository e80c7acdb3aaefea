package import HTTPTypes

/// Where an app signs its person out: the token's session ends, and with it the sign-in of the browser that it came from.
///
/// Amazon documents no such endpoint. It takes the parameters of RFC 7009, and an API key names it.
package enum AmazonRevocationEndpoint: Endpoint {
    package typealias Request = RevocationRequest
    package typealias Response = EmptyResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/auth/o2/revoke"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .amazonServerError,
    ]
}
