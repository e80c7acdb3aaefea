package import HTTPTypes

/// Where a sign-up begins, below the tenant.
package enum EntraSignUpStartEndpoint: Endpoint {
    package typealias Request = EntraSignUpStartRequest
    package typealias Response = EntraAnswer<EntraStartResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/signup/v1.0/start"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .userAlreadyExists,
    ]
}
