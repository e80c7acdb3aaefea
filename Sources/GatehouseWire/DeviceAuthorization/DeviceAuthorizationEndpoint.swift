package import HTTPTypes

/// Where a device without a browser begins (RFC 8628 §3.1).
package enum DeviceAuthorizationEndpoint: Endpoint {
    package typealias Request = DeviceAuthorizationRequest
    package typealias Response = DeviceAuthorizationResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/device_authorization"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .invalidScope, .invalidTarget, .serverError,
        .temporarilyUnavailable,
    ]
}
