package import HTTPTypes

/// Where a client reads the claims that its access token allows (OpenID Connect Core §5.3).
package enum UserInfoEndpoint: Endpoint {
    package typealias Request = UserInfoRequest
    package typealias Response = UserInfoResponse

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .post]
    package static let path = "/oauth2/userinfo"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidToken, .insufficientScope, .serverError, .temporarilyUnavailable,
    ]
}
