package import HTTPTypes

/// Where a browser is sent to sign out (OpenID Connect RP-Initiated Logout §2).
package enum EndSessionEndpoint: Endpoint {
    package typealias Request = EndSessionRequest
    package typealias Response = EndSessionResponse

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .post]
    package static let path = "/oauth2/logout"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .serverError, .temporarilyUnavailable,
    ]
}
