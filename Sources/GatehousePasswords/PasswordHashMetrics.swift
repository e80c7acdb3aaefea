package import GatehouseMetrics
import GatehouseThreads

/// The metrics of password hashing.
package struct PasswordHashMetrics: Sendable {
    let wait: DurationHistogram
    let rejections: EventCounter

    /// Creates the metrics.
    ///
    /// - Parameters:
    ///   - registry: The registry that exposes them.
    ///   - uptime: A monotonic clock.
    package init(_ registry: MetricsRegistry, uptime: @escaping @Sendable () -> Duration) {
        wait = DurationHistogram(.hashWait, in: registry, uptime: uptime)
        rejections = EventCounter(.hashRejections, in: registry)
    }

    /// Metrics that are not exposed.
    package static let unexposed = PasswordHashMetrics(MetricsRegistry(), uptime: { .zero })
}

extension PasswordHasher {
    /// Exposes the length and the limit of the queue.
    package func expose(in registry: MetricsRegistry) {
        registry.observe(.hashQueue) { [threads] in Double(threads.waitingCount) }
        registry.observe(.hashQueueLimit) { [queueLimit] in Double(queueLimit) }
    }
}
