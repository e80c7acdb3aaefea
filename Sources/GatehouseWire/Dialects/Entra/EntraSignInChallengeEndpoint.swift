package import HTTPTypes

/// Where a sign-in has its code sent, or hears that it needs a password.
package enum EntraSignInChallengeEndpoint: Endpoint {
    package typealias Request = EntraChallengeRequest
    package typealias Response = EntraAnswer<EntraChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .expiredToken,
    ]
}
