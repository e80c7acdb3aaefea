package import HTTPTypes

/// Whether the server can answer, its store included; asked by whoever runs the server.
package enum ReadyEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = HealthResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/health/ready"
    package static let errors: Set<OAuthErrorCode> = [.temporarilyUnavailable]
}
