package import HTTPTypes

/// Where a back end asks whom an access token is for.
package enum AmazonTokenInfoEndpoint: Endpoint {
    package typealias Request = AmazonAccessTokenRequest
    package typealias Response = AmazonTokenInfoResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/auth/o2/tokeninfo"
    package static let errors: Set<OAuthErrorCode> = [.invalidRequest, .invalidToken, .amazonServerError]
}
