package import HTTPTypes

/// The authorization endpoint at its Entra path.
package enum EntraAuthorizationEndpoint: Endpoint {
    package typealias Request = AuthorizationEndpoint.Request
    package typealias Response = AuthorizationEndpoint.Response

    package static let method = AuthorizationEndpoint.method
    package static let methods = AuthorizationEndpoint.methods
    package static let path = "/oauth2/v2.0/authorize"
    package static let errors = AuthorizationEndpoint.errors
}

/// The end session endpoint at its Entra path.
package enum EntraEndSessionEndpoint: Endpoint {
    package typealias Request = EndSessionEndpoint.Request
    package typealias Response = EndSessionEndpoint.Response

    package static let method = EndSessionEndpoint.method
    package static let methods = EndSessionEndpoint.methods
    package static let path = "/oauth2/v2.0/logout"
    package static let errors = EndSessionEndpoint.errors
}

/// The OpenID Connect configuration of a tenant.
package enum EntraConfigurationEndpoint: Endpoint {
    package typealias Request = OpenIDConfigurationEndpoint.Request
    package typealias Response = OpenIDConfigurationEndpoint.Response

    package static let method = OpenIDConfigurationEndpoint.method
    package static let methods = OpenIDConfigurationEndpoint.methods
    package static let path = "/v2.0/.well-known/openid-configuration"
    package static let errors = OpenIDConfigurationEndpoint.errors.union([.invalidTenant])
}

/// The JSON Web Key Set endpoint at its Entra path.
package enum EntraKeySetEndpoint: Endpoint {
    package typealias Request = KeySetEndpoint.Request
    package typealias Response = KeySetEndpoint.Response

    package static let method = KeySetEndpoint.method
    package static let methods = KeySetEndpoint.methods
    package static let path = "/discovery/v2.0/keys"
    package static let errors = KeySetEndpoint.errors
}

/// The device authorization endpoint at its Entra path.
package enum EntraDeviceCodeEndpoint: Endpoint {
    package typealias Request = DeviceAuthorizationRequest
    package typealias Response = EntraDeviceCodeResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/devicecode"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .invalidScope, .invalidTarget, .serverError,
        .temporarilyUnavailable,
    ]
}

/// A device authorization response with the message that Microsoft's libraries show unchanged.
package struct EntraDeviceCodeResponse: JSONResponse, Hashable {
    package var codes: DeviceAuthorizationResponse
    package var message: String?

    package init(codes: DeviceAuthorizationResponse, message: String?) {
        self.codes = codes
        self.message = message
    }

    private enum CodingKeys: CodingKey {
        case message
    }

    package init(from decoder: any Decoder) throws {
        codes = try DeviceAuthorizationResponse(from: decoder)
        message = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .message)
    }

    package func encode(to encoder: any Encoder) throws {
        try codes.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(message, forKey: .message)
    }
}
