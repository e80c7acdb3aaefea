package import HTTPTypes

/// Where the reset of a password has its code sent.
package enum EntraResetChallengeEndpoint: Endpoint {
    package typealias Request = EntraChallengeRequest
    package typealias Response = EntraAnswer<EntraChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .expiredToken,
    ]
}
