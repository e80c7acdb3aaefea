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
    /// The replication of the database; `nil` if the database has none of its own.
    package let replication: ReplicationHealth?

    package init(replication: ReplicationHealth? = nil) {
        self.replication = replication
    }

    private enum CodingKeys: String, CodingKey {
        case condition = "status"
        case replication
    }
}

/// The replication of the database to standby servers.
package struct ReplicationHealth: Codable, Hashable, Sendable {
    /// Whether a commit waits until a standby has it.
    package let waitsForStandby: Bool
    /// The number of connected standbys; `nil` if the database user may not see them.
    package let standbys: Int?
    /// The number of bytes that the slowest asynchronous standby is behind; `nil` without one.
    package let asynchronousLag: Int?
    /// The reason that this server may use an outdated database server after a restart; `nil` if there is none.
    package let warning: String?

    package init(waitsForStandby: Bool, standbys: Int?, asynchronousLag: Int?, warning: String? = nil) {
        self.waitsForStandby = waitsForStandby
        self.standbys = standbys
        self.asynchronousLag = asynchronousLag
        self.warning = warning
    }

    private enum CodingKeys: String, CodingKey {
        case waitsForStandby = "waits_for_standby"
        case standbys
        case asynchronousLag = "asynchronous_lag"
        case warning
    }
}

extension HealthResponse: DescribedJSON {
    package static let schema = SchemaDescription(
        "Health",
        "The state of a healthy server.",
        members: [
            CodingKeys.condition: .init("Always `ok`.", example: "ok"),
            .replication: "The replication of the database. Missing unless it is on PostgreSQL.",
        ]
    )
}

extension ReplicationHealth: DescribedJSON {
    package static let schema = SchemaDescription(
        "Replication",
        "The replication of the database to standby servers.",
        members: [
            CodingKeys.waitsForStandby: "Whether a commit waits until a standby has it.",
            .standbys: .init(
                "The number of connected standbys. Missing if the database user may not see them.",
                example: 1
            ),
            .asynchronousLag: .init(
                "The bytes of the log that the slowest asynchronous standby has not replayed. Missing without one.",
                example: 0
            ),
            .warning: .init(
                "The reason that this server may use an outdated database server after a restart. Usually missing."
            ),
        ]
    )
}
