package import HTTPTypes

/// Where an app asks whether the new password counts by now.
package enum EntraResetPollEndpoint: Endpoint {
    package typealias Request = EntraResetPollRequest
    package typealias Response = EntraAnswer<EntraResetPollResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/poll_completion"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken, .userNotFound,
    ]
}
