package import HTTPTypes

/// Where an app reads what the person lets it see.
package enum AmazonProfileEndpoint: Endpoint {
    package typealias Request = AmazonAccessTokenRequest
    package typealias Response = AmazonProfileResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/user/profile"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidToken, .insufficientScope, .amazonServerError,
    ]
}
