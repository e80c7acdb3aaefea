package import HTTPTypes

/// The liveness endpoint, for monitoring.
package enum LiveEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = HealthResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/health/live"
    package static let errors: Set<OAuthErrorCode> = [.temporarilyUnavailable]
}

/// The readiness endpoint, which includes the store; for monitoring.
package enum ReadyEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = HealthResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/health/ready"
    package static let errors: Set<OAuthErrorCode> = [.temporarilyUnavailable]
}

/// The response of a healthy server; an unhealthy one returns an error.
package struct HealthResponse: JSONResponse, Hashable {
    private var condition = "ok"

    package init() {}

    private enum CodingKeys: String, CodingKey {
        case condition = "status"
    }
}

extension HealthResponse: DescribedJSON {
    package static let schema = SchemaDescription(
        "Health",
        "The state of a healthy server.",
        members: [CodingKeys.condition: .init("Always `ok`.", example: "ok")]
    )
}
