package import HTTPTypes

/// Where a browser is sent to sign out, as Entra's clients know it.
package enum EntraEndSessionEndpoint: Endpoint {
    package typealias Request = EndSessionEndpoint.Request
    package typealias Response = EndSessionEndpoint.Response

    package static let method = EndSessionEndpoint.method
    package static let methods = EndSessionEndpoint.methods
    package static let path = "/oauth2/v2.0/logout"
    package static let errors = EndSessionEndpoint.errors
}
