package import HTTPTypes

/// Where a person's browser is sent to sign in (RFC 6749 §3.1, OpenID Connect Core §3.1.2).
package enum AuthorizationEndpoint: Endpoint {
    package typealias Request = AuthorizationRequest
    package typealias Response = AuthorizationResponse

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .post]
    package static let path = "/oauth2/authorize"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRedirectURI, .invalidClient,
        .invalidRequest, .unauthorizedClient, .accessDenied, .unsupportedResponseType, .invalidScope, .invalidTarget,
        .serverError, .temporarilyUnavailable, .interactionRequired, .loginRequired, .accountSelectionRequired,
        .consentRequired, .requestNotSupported, .requestURINotSupported, .registrationNotSupported,
        .unmetAuthenticationRequirements,
    ]
}
