package import HTTPTypes

/// The same as the OpenID configuration, where clients that know OAuth alone look for it (RFC 8414 §3).
package enum AuthorizationServerMetadataEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = ServerMetadata

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/oauth-authorization-server"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}
