package import HTTPTypes

/// Where the public keys are, as Entra's clients know it.
package enum EntraKeySetEndpoint: Endpoint {
    package typealias Request = KeySetEndpoint.Request
    package typealias Response = KeySetEndpoint.Response

    package static let method = KeySetEndpoint.method
    package static let methods = KeySetEndpoint.methods
    package static let path = "/discovery/v2.0/keys"
    package static let errors = KeySetEndpoint.errors
}
