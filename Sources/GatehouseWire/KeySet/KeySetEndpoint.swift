package import HTTPTypes

/// Where the public keys are (OpenID Connect Core §10.1).
package enum KeySetEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = JSONWebKeySet

    package static let method = HTTPRequest.Method.get
    package static let path = "/oauth2/keys"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}
