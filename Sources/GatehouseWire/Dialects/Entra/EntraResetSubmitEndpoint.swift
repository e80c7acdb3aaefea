package import HTTPTypes

/// Where the reset of a password takes the new password.
package enum EntraResetSubmitEndpoint: Endpoint {
    package typealias Request = EntraResetSubmitRequest
    package typealias Response = EntraAnswer<EntraResetSubmitResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/submit"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}
