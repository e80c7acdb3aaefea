package import HTTPTypes

/// Where Entra's clients find out what a tenant can do.
package enum EntraConfigurationEndpoint: Endpoint {
    package typealias Request = OpenIDConfigurationEndpoint.Request
    package typealias Response = OpenIDConfigurationEndpoint.Response

    package static let method = OpenIDConfigurationEndpoint.method
    package static let methods = OpenIDConfigurationEndpoint.methods
    package static let path = "/v2.0/.well-known/openid-configuration"
    package static let errors = OpenIDConfigurationEndpoint.errors.union([.invalidTenant])
}
