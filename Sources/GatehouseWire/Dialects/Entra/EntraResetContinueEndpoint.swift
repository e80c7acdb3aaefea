package import HTTPTypes

/// Where the reset of a password takes the code.
package enum EntraResetContinueEndpoint: Endpoint {
    package typealias Request = EntraResetContinueRequest
    package typealias Response = EntraAnswer<EntraResetContinueResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/continue"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}
