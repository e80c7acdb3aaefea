package import HTTPTypes

/// Whether the process runs at all; asked by whoever runs the server.
package enum LiveEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = HealthResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/health/live"
    package static let errors: Set<OAuthErrorCode> = [.temporarilyUnavailable]
}
