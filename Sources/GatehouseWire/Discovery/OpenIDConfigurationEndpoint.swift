package import HTTPTypes

/// Where clients find out what a server can do (OpenID Connect Discovery §4).
package enum OpenIDConfigurationEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = ServerMetadata

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/openid-configuration"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}
