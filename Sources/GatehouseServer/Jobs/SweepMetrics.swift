import Foundation
package import GatehouseMetrics
import GatehouseStore

/// The metrics of the sweeps of expired records.
package struct SweepMetrics: Sendable {
    private let rows: LabelledCounter
    private let duration: DurationHistogram
    private let lastSuccess: Gauge

    /// Creates the metrics.
    ///
    /// - Parameters:
    ///   - registry: The registry that exposes them.
    ///   - uptime: A monotonic clock.
    package init(_ registry: MetricsRegistry, uptime: @escaping @Sendable () -> Duration) {
        rows = LabelledCounter(.sweptRows, values: Self.kinds, in: registry)
        duration = DurationHistogram(.sweepDuration, in: registry, uptime: uptime)
        lastSuccess = Gauge(.lastSweep, in: registry)
        lastSuccess.set(0)
    }

    /// The names of the sweeps.
    private static let kinds = SweptRecords.allCases.map(\.rawValue) + ["accounts", "deleted clients", "partitions"]

    /// Metrics that are not exposed.
    package static let unexposed = SweepMetrics(MetricsRegistry(), uptime: { .zero })

    /// Returns the number of deleted records of a kind, and counts them.
    func counting(_ count: Int, _ kind: String) -> Int {
        rows.increment(kind, by: count)
        return count
    }

    /// Records a sweep of all kinds without a failure.
    func recordSuccess(at date: Date) { lastSuccess.set(date.timeIntervalSince1970) }

    /// Measures a sweep.
    func measure<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        let start = duration.now
        defer { duration.record(since: start) }
        return try await body()
    }
}
