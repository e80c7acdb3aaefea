package import HTTPTypes

/// Where a sign-in begins, below the tenant.
package enum EntraSignInInitiateEndpoint: Endpoint {
    package typealias Request = EntraStartRequest
    package typealias Response = EntraAnswer<EntraStartResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/initiate"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable,
        .unsupportedChallengeType, .userNotFound,
    ]
}
