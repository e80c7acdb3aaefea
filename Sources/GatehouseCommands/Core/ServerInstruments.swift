package import GatehouseMetrics
import GatehousePasswords
package import GatehouseServer
package import GatehouseStore

/// The registry of a process, and the metrics that it exposes.
package struct ServerInstruments: Sendable {
    package let registry: MetricsRegistry
    package let store: StoreMetrics
    package let server: ServerMetrics
    let requests: RequestMetrics
    let passwords: PasswordHashMetrics
    let sweeps: SweepMetrics
    let status: StatusSampler.Metrics

    /// Creates all metrics.
    ///
    /// - Parameters:
    ///   - registry: The registry that exposes them.
    ///   - uptime: A monotonic clock.
    package init(_ registry: MetricsRegistry = MetricsRegistry(), uptime: @escaping @Sendable () -> Duration) {
        let signIns = SignInMetrics(registry)
        self.registry = registry
        store = StoreMetrics(registry, uptime: uptime) { signIns.count($0) }
        server = ServerMetrics(registry)
        requests = RequestMetrics(registry)
        passwords = PasswordHashMetrics(registry, uptime: uptime)
        sweeps = SweepMetrics(registry, uptime: uptime)
        status = StatusSampler.Metrics(registry)
    }
}
