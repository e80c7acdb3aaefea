package import CoreMetrics
import GatehouseConcurrency

/// The metrics of a process: a backend of swift-metrics that exposes them as text.
///
/// Instruments are created once and kept; recording takes no lock of the registry.
package final class MetricsRegistry: Sendable {
    private struct Series {
        let labels: [MetricLabel]
        let cell: any MetricCell
    }

    private let definitions: [MetricDefinition]
    private let series = Mutex<[MetricDefinition: [Series]]>([:])

    /// Creates a registry without series.
    ///
    /// - Parameter definitions: The metrics, in the order in which they are exposed.
    package init(_ definitions: [MetricDefinition] = MetricDefinition.all) {
        self.definitions = definitions
    }

    /// Exposes a gauge that is read when it is exposed.
    ///
    /// - Parameters:
    ///   - definition: The metric.
    ///   - read: Returns the value, quickly; `nil` if there is none.
    package func observe(_ definition: MetricDefinition, _ read: @escaping @Sendable () -> Double?) {
        insert(ObservedCell(read: read), of: definition, labels: [])
    }

    /// Exposes a constant whose labels are the information.
    package func inform(_ definition: MetricDefinition, labels: [String]) {
        insert(ObservedCell { 1 }, of: definition, labels: zip(definition.labels, labels).map(MetricLabel.init))
    }

    func insert(_ cell: any MetricCell, of definition: MetricDefinition, labels: [MetricLabel]) {
        series.withLock { $0[definition, default: []].append(Series(labels: labels, cell: cell)) }
    }

    /// Returns all metrics as text.
    package func text(_ format: MetricsFormat = .openMetrics) -> String {
        let series = series.withLock { $0 }
        var text = OpenMetricsText(format)
        for definition in definitions {
            text.begin(definition)
            for series in series[definition] ?? [] {
                for sample in series.cell.samples(of: definition) {
                    text.append(sample, of: definition, labels: series.labels)
                }
            }
        }
        return text.finished
    }
}

extension MetricsRegistry: MetricsFactory {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(label, dimensions: dimensions) { _ in CounterCell() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        make(label, dimensions: dimensions) { _ in GaugeCell() }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        make(label, dimensions: dimensions) { HistogramCell($0) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        make(label, dimensions: dimensions) { HistogramCell($0) }
    }

    // Instruments live as long as the process.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns a new cell; that of a metric that is not defined is not exposed, because its labels may be unbounded.
    private func make<Cell: MetricCell>(
        _ label: String,
        dimensions: [(String, String)],
        _ cell: (MetricDefinition) -> Cell
    ) -> Cell {
        guard let definition = definitions.first(where: { $0.name == label }) else {
            return cell(MetricDefinition(.gauge, label, ""))
        }
        let made = cell(definition)
        insert(made, of: definition, labels: dimensions.map(MetricLabel.init))
        return made
    }
}
