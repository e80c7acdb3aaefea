import CoreMetrics
import GatehouseConcurrency

/// The values of one or more series of a metric.
protocol MetricCell: Sendable {
    func samples(of definition: MetricDefinition) -> [MetricSample]
}

/// A value that is exposed.
struct MetricSample: Sendable {
    /// The part of the name after the definition's.
    var suffix = ""
    /// The labels besides those of the series.
    var labels: [MetricLabel] = []
    let value: Double
}

/// A label of a series.
struct MetricLabel: Sendable, Hashable {
    let name: String
    let value: String
}

/// A number of events.
final class CounterCell: CounterHandler, MetricCell {
    private let value = AtomicIntegers()

    func increment(by amount: Int64) { value.add(Int(amount), at: 0) }

    /// Does nothing: a counter that falls is read as a restart of the process.
    func reset() {}

    func samples(of definition: MetricDefinition) -> [MetricSample] {
        [MetricSample(value: Double(value.value(at: 0)))]
    }
}

/// A number that rises and falls; without a sample until it is set.
final class GaugeCell: MeterHandler, MetricCell {
    private let value = Mutex<Double?>(nil)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 = ($0 ?? 0) + amount } }
    func decrement(by amount: Double) { increment(by: -amount) }

    func samples(of definition: MetricDefinition) -> [MetricSample] {
        value.withLock { $0 }.map { [MetricSample(value: $0)] } ?? []
    }
}

/// A distribution of durations or sizes over fixed buckets.
///
/// A recording adds one to a bucket, and the integer value to the sum.
final class HistogramCell: TimerHandler, RecorderHandler, MetricCell {
    /// The largest integers of the buckets.
    private let bounds: [Int64]
    /// The integers in a unit of the metric: durations are recorded in nanoseconds.
    private let scale: Double
    private let counts = AtomicIntegers()
    private let sum = AtomicIntegers()

    init(_ definition: MetricDefinition) {
        precondition(definition.buckets.count < AtomicIntegers.count, "Too many buckets.")
        let scale: Double = definition.unit == "seconds" ? 1e9 : 1
        self.scale = scale
        bounds = definition.buckets.map { Int64(($0 * scale).rounded(.down)) }
    }

    func record(_ value: Int64) {
        counts.add(1, at: bounds.firstIndex { value <= $0 } ?? bounds.count)
        sum.add(Int(value), at: 0)
    }

    func record(_ value: Double) { record(Int64(value.rounded())) }
    func recordNanoseconds(_ duration: Int64) { record(duration) }

    func samples(of definition: MetricDefinition) -> [MetricSample] {
        var total = 0
        var samples: [MetricSample] = []
        for index in 0...bounds.count {
            total += counts.value(at: index)
            let bound = index < bounds.count ? "\(definition.buckets[index])" : "+Inf"
            let label = MetricLabel(name: "le", value: bound)
            samples.append(MetricSample(suffix: "_bucket", labels: [label], value: Double(total)))
        }
        // Most routes have no requests.
        guard total > 0 || definition.labels.isEmpty else { return [] }
        samples.append(MetricSample(suffix: "_count", value: Double(total)))
        samples.append(MetricSample(suffix: "_sum", value: Double(sum.value(at: 0)) / scale))
        return samples
    }
}

/// A number that is read when it is exposed; `nil` for no sample.
struct ObservedCell: MetricCell {
    let read: @Sendable () -> Double?

    func samples(of definition: MetricDefinition) -> [MetricSample] {
        read().map { [MetricSample(value: $0)] } ?? []
    }
}
