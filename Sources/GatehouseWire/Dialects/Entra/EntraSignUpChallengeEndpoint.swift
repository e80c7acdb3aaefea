package import HTTPTypes

/// Where a sign-up has its code sent, or hears that it needs a password.
package enum EntraSignUpChallengeEndpoint: Endpoint {
    package typealias Request = EntraChallengeRequest
    package typealias Response = EntraAnswer<EntraChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/signup/v1.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .expiredToken,
    ]
}
