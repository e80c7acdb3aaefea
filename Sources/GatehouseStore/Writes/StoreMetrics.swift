package import GatehouseMetrics

/// The metrics of a store.
package struct StoreMetrics: Sendable {
    private let commits: DurationHistogram
    private let reads: DurationHistogram
    private let commitBatches: SizeHistogram
    private let readBatches: SizeHistogram
    private let failures: LabelledCounter
    private let observe: @Sendable (AuditEvent) -> Void

    /// Creates the metrics.
    ///
    /// - Parameters:
    ///   - registry: The registry that exposes them.
    ///   - uptime: A monotonic clock.
    ///   - observe: Receives each audit event that was committed.
    package init(
        _ registry: MetricsRegistry,
        uptime: @escaping @Sendable () -> Duration,
        observe: @escaping @Sendable (AuditEvent) -> Void
    ) {
        commits = DurationHistogram(.commitDuration, in: registry, uptime: uptime)
        reads = DurationHistogram(.readDuration, in: registry, uptime: uptime)
        commitBatches = SizeHistogram(.commitBatch, in: registry)
        readBatches = SizeHistogram(.readBatch, in: registry)
        failures = LabelledCounter(
            .storeFailures,
            values: ["unavailable", "exhausted", "corrupt", "damaged"],
            in: registry
        )
        self.observe = observe
    }

    /// Metrics that are not exposed.
    package static let unexposed = StoreMetrics(MetricsRegistry(), uptime: { .zero }, observe: { _ in })

    /// Measures a commit, and observes its audit events.
    package func commit(
        _ changes: [Change],
        _ body: () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await measure(commits, body)
        for case .audit(let event) in changes { observe(event) }
    }

    /// Measures a read.
    package func read<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await measure(reads, body)
    }

    /// Records the number of commits that share a transaction.
    package func recordCommitBatch(_ count: Int) { commitBatches.record(count) }

    /// Records the number of reads that share a transaction.
    package func recordReadBatch(_ count: Int) { readBatches.record(count) }

    private func measure<Value: Sendable>(
        _ histogram: DurationHistogram,
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let start = histogram.now
        defer { histogram.record(since: start) }
        do throws(StoreError) {
            return try await body()
        } catch {
            switch error {
            case .conflict: break
            case .unavailable: failures.increment("unavailable")
            case .exhausted: failures.increment("exhausted")
            case .corrupt: failures.increment("corrupt")
            case .damaged: failures.increment("damaged")
            }
            throw error
        }
    }
}
