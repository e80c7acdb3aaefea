import CoreMetrics
import GatehouseConcurrency

/// The metrics of requests.
package final class RequestMetrics: Sendable {
    private let registry: MetricsRegistry
    private let routes = Mutex<[String: RouteMetrics]>([:])

    /// Creates the metrics.
    ///
    /// - Parameter registry: The registry that exposes them.
    package init(_ registry: MetricsRegistry) {
        self.registry = registry
    }

    /// Returns the metrics of a route.
    ///
    /// - Parameter path: The path with the names of its parameters, not that of a request.
    /// - Returns: The metrics, the same ones for the same path.
    package func route(_ path: String) -> RouteMetrics {
        routes.withLock { routes in
            if let made = routes[path] { return made }
            let made = RouteMetrics(path, in: registry)
            routes[path] = made
            return made
        }
    }
}

/// The metrics of one route's requests.
package struct RouteMetrics: Sendable {
    private let durations: Timer
    private let responses = ResponseCounts()

    fileprivate init(_ path: String, in registry: MetricsRegistry) {
        let definition = MetricDefinition.requestDuration
        durations = Timer(label: definition.name, dimensions: [(definition.labels[0], path)], factory: registry)
        registry.insert(
            responses,
            of: .requests,
            labels: [MetricLabel(name: MetricDefinition.requests.labels[0], value: path)]
        )
    }

    /// Records a response.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - status: The status of the response.
    ///   - duration: The time since the request arrived.
    package func record(method: String, status: Int, duration: Duration) {
        responses.increment(method, status)
        durations.record(duration)
    }
}

/// The numbers of responses by method and status, created in advance for those that the server uses.
private struct ResponseCounts: MetricCell {
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", LabelledCounter.other]
    private static let statuses = [
        200, 201, 202, 204, 302, 303, 304, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 429, 500, 501,
        503,
    ]
    /// The position of each status from 100 to 599.
    private static let positions = (100..<600).map { statuses.firstIndex(of: $0) ?? statuses.count }

    private let counts = methods.map { _ in AtomicIntegers() }

    func increment(_ method: String, _ status: Int) {
        let row = Self.methods.firstIndex(of: method) ?? Self.methods.count - 1
        let position = (100..<600).contains(status) ? Self.positions[status - 100] : Self.statuses.count
        counts[row].add(1, at: position)
    }

    /// Returns the counts above zero: most routes have one method and few statuses.
    func samples(of definition: MetricDefinition) -> [MetricSample] {
        zip(Self.methods, counts).flatMap { method, counts in
            (0...Self.statuses.count).compactMap { position in
                let count = counts.value(at: position)
                guard count > 0 else { return nil }
                let status = position < Self.statuses.count ? String(Self.statuses[position]) : LabelledCounter.other
                let labels = zip(definition.labels.dropFirst(), [method, status]).map(MetricLabel.init)
                return MetricSample(labels: labels, value: Double(count))
            }
        }
    }
}
