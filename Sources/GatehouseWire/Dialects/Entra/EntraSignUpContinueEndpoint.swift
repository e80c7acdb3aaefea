package import HTTPTypes

/// Where a sign-up takes what the person typed, until there is an account.
package enum EntraSignUpContinueEndpoint: Endpoint {
    package typealias Request = EntraSignUpContinueRequest
    package typealias Response = EntraAnswer<EntraSignUpContinueResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/signup/v1.0/continue"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken, .userAlreadyExists, .credentialRequired, .attributesRequired,
        .verificationRequired,
    ]
}
