package import HTTPTypes

/// Where a device without a browser begins, as Entra's clients know it.
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
