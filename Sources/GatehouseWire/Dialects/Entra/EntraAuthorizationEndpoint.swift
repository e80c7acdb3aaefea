package import HTTPTypes

/// Where a browser is sent to sign in, as Entra's clients know it.
package enum EntraAuthorizationEndpoint: Endpoint {
    package typealias Request = AuthorizationEndpoint.Request
    package typealias Response = AuthorizationEndpoint.Response

    package static let method = AuthorizationEndpoint.method
    package static let methods = AuthorizationEndpoint.methods
    package static let path = "/oauth2/v2.0/authorize"
    package static let errors = AuthorizationEndpoint.errors
}
