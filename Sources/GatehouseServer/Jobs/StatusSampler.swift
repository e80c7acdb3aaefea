import Foundation
package import GatehouseMetrics
import GatehouseStore
import GatehouseWire
import Logging

/// A background task that reads the metrics that cost a query, so that no scrape waits for the database.
package struct StatusSampler: Sendable {
    /// The metrics that it sets.
    package struct Metrics: Sendable {
        private let queueLength: LabelledGauge
        private let queueAge: LabelledGauge
        private let sessions: Gauge
        private let keyCreation: LabelledGauge
        private let ready: Gauge

        /// Creates the metrics.
        ///
        /// - Parameter registry: The registry that exposes them.
        package init(_ registry: MetricsRegistry) {
            let queues = QueuedMessage.Kind.allCases.map(\.rawValue)
            queueLength = LabelledGauge(.queueLength, values: queues, in: registry)
            queueAge = LabelledGauge(.queueAge, values: queues, in: registry)
            sessions = Gauge(.sessions, in: registry)
            keyCreation = LabelledGauge(.keyCreation, values: Keyring.algorithms.map(\.rawValue), in: registry)
            ready = Gauge(.ready, in: registry)
        }

        fileprivate func set(_ backlog: [MessageBacklog], at now: Date) {
            for kind in QueuedMessage.Kind.allCases {
                let queue = backlog.first { $0.kind == kind }
                queueLength.set(Double(queue?.count ?? 0), of: kind.rawValue)
                queueAge.set(max(0, queue.map { now.timeIntervalSince($0.oldest) } ?? 0), of: kind.rawValue)
            }
        }

        fileprivate func set(sessions count: Int) { sessions.set(Double(count)) }
        fileprivate func set(ready isReady: Bool) { ready.set(isReady ? 1 : 0) }

        fileprivate func set(created date: Date, _ algorithm: String) {
            keyCreation.set(date.timeIntervalSince1970, of: algorithm)
        }
    }

    /// The number of samples, 15 seconds apart, after which the sessions are counted again: ten minutes.
    private static let samplesPerCount = 40

    let metrics: Metrics
    let store: any Store
    let readiness: ReadinessProbe
    let keyring: Keyring
    let environment: ServerEnvironment
    let wait: @Sendable (Duration) async throws -> Void

    /// Samples every 15 seconds until the task is cancelled, and soon after the start, which creates keys and sweeps.
    package func run() async {
        var number = 0
        while !Task.isCancelled {
            await sample(countingSessions: number.isMultiple(of: Self.samplesPerCount))
            number += 1
            do { try await wait(.seconds(number > 2 ? 15 : 1)) } catch { return }
        }
    }

    /// Reads and sets the metrics; those that cannot be read keep their values.
    ///
    /// - Parameter countsSessions: Whether to count the sessions, which takes longer.
    package func sample(countingSessions countsSessions: Bool = true) async {
        var isReady = await !readiness.isDraining
        do throws(StoreError) { try await readiness.check() } catch { isReady = false }
        metrics.set(ready: isReady)
        do throws(StoreError) {
            metrics.set(try await store.messageBacklog(), at: environment.now)
            if countsSessions { metrics.set(sessions: try await store.estimatedSessionCount()) }
        } catch {
            environment.logger.debug("could not read metrics", metadata: ["reason": "\(error)"])
        }
        guard let dates = try? await keyring.creationDates() else { return }
        for (algorithm, date) in dates { metrics.set(created: date, algorithm.rawValue) }
    }
}
