package import HTTPTypes

/// Where the reset of a password begins, below the tenant.
package enum EntraResetStartEndpoint: Endpoint {
    package typealias Request = EntraStartRequest
    package typealias Response = EntraAnswer<EntraStartResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/start"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable,
        .unsupportedChallengeType, .userNotFound,
    ]
}
