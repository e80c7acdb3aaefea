package import Foundation
package import HTTPTypes

/// The device authorization endpoint (RFC 8628 §3.1).
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

/// A device authorization request (RFC 8628 §3.1).
package struct DeviceAuthorizationRequest: WireRequest, Hashable {
    package var scope: ScopeSet
    /// The client as named in the form; an `Authorization` header is read separately.
    package var client: ClientCredentials
    package var resources: [String]

    package init(scope: ScopeSet, client: ClientCredentials = ClientCredentials(), resources: [String] = []) {
        self.scope = scope
        self.client = client
        self.resources = resources
    }

    package init(parameters: Parameters) throws(OAuthError) {
        scope = try parameters.scopeSet()
        client = try ClientCredentials(parameters: parameters)
        resources = try parameters.resources()
    }

    package var parameters: Parameters {
        var parameters = Parameters([.scope: scope.isEmpty ? nil : scope.description])
        client.append(to: &parameters)
        for resource in resources { parameters.append(.resource, resource) }
        return parameters
    }
}

/// A device authorization response (RFC 8628 §3.2).
package struct DeviceAuthorizationResponse: JSONResponse, Hashable {
    /// The code that the device redeems at the token endpoint; never shown.
    package var deviceCode: Secret
    /// The code that the user enters.
    package var userCode: String
    /// The URL of the page where the user enters the code.
    package var verificationURI: URL
    /// The URL with the code included, for a QR code.
    package var verificationURIComplete: URL?
    /// The number of seconds until both codes expire.
    package var expiresIn: Int
    /// The minimum number of seconds between two token requests.
    package var interval: Int

    package init(
        deviceCode: Secret,
        userCode: String,
        verificationURI: URL,
        verificationURIComplete: URL? = nil,
        expiresIn: Int,
        interval: Int = 5
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresIn = expiresIn
        self.interval = interval
    }

    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case verificationURIComplete = "verification_uri_complete"
        case expiresIn = "expires_in"
        case interval
    }

    /// Reads the response of any server; the default interval is five seconds (RFC 8628 §3.2).
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        deviceCode = try container.decode(Secret.self, forKey: .deviceCode)
        userCode = try container.decode(String.self, forKey: .userCode)
        verificationURI = try container.decode(URL.self, forKey: .verificationURI)
        verificationURIComplete = try container.decodeIfPresent(URL.self, forKey: .verificationURIComplete)
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        interval = max(1, try container.decodeIfPresent(Int.self, forKey: .interval) ?? 5)
    }
}
