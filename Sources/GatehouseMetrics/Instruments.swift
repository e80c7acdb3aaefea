import CoreMetrics

/// A counter of events.
package struct EventCounter: Sendable {
    private let counter: Counter

    /// Creates a counter without labels.
    package init(_ definition: MetricDefinition, in registry: MetricsRegistry) {
        counter = Counter(label: definition.name, factory: registry)
    }

    /// Counts one event.
    package func increment() { counter.increment() }
}

/// A counter of events for each value of a label.
package struct LabelledCounter: Sendable {
    /// The value for all that are not in the list.
    package static let other = "other"

    private let counters: [String: Counter]
    private let remainder: Counter

    /// Creates a counter for each of the values.
    ///
    /// - Parameters:
    ///   - definition: The metric, whose first label has the values.
    ///   - values: The values; all others are counted together.
    ///   - others: The values of the other labels.
    ///   - registry: The registry that exposes the counts.
    package init(
        _ definition: MetricDefinition,
        values: [String],
        others: [String] = [],
        in registry: MetricsRegistry
    ) {
        let make = { (value: String) in
            Counter(
                label: definition.name,
                dimensions: Array(zip(definition.labels, [value] + others)),
                factory: registry
            )
        }
        counters = Dictionary(values.map { ($0, make($0)) }, uniquingKeysWith: { first, _ in first })
        remainder = make(Self.other)
    }

    /// Counts events.
    package func increment(_ value: String, by count: Int = 1) {
        (counters[value] ?? remainder).increment(by: count)
    }
}

/// A gauge for each value of a label.
package struct LabelledGauge: Sendable {
    private let meters: [String: Meter]

    /// Creates a gauge for each of the values.
    package init(_ definition: MetricDefinition, values: [String], in registry: MetricsRegistry) {
        let label = definition.labels.first ?? ""
        meters = Dictionary(
            values.map { ($0, Meter(label: definition.name, dimensions: [(label, $0)], factory: registry)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Sets the gauge of a value; ignores values that are not in the list.
    package func set(_ number: Double, of value: String) { meters[value]?.set(number) }
}

/// A number that rises and falls.
package struct Gauge: Sendable {
    private let meter: Meter

    /// Creates a gauge without labels.
    package init(_ definition: MetricDefinition, in registry: MetricsRegistry) {
        meter = Meter(label: definition.name, factory: registry)
    }

    /// Sets the number.
    package func set(_ number: Double) { meter.set(number) }
}

/// A distribution of durations.
package struct DurationHistogram: Sendable {
    private let timer: Timer
    private let uptime: @Sendable () -> Duration

    /// Creates a histogram.
    ///
    /// - Parameters:
    ///   - definition: The metric.
    ///   - labels: The values of its labels.
    ///   - registry: The registry that exposes it.
    ///   - uptime: A monotonic clock.
    package init(
        _ definition: MetricDefinition,
        labels: [String] = [],
        in registry: MetricsRegistry,
        uptime: @escaping @Sendable () -> Duration
    ) {
        timer = Timer(
            label: definition.name,
            dimensions: Array(zip(definition.labels, labels)),
            factory: registry
        )
        self.uptime = uptime
    }

    /// The time on the monotonic clock.
    package var now: Duration { uptime() }

    /// Records the time since a start.
    package func record(since start: Duration) { timer.record(uptime() - start) }
}

extension Timer {
    /// Records a duration.
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

/// A distribution of sizes.
package struct SizeHistogram: Sendable {
    private let recorder: Recorder

    /// Creates a histogram.
    package init(_ definition: MetricDefinition, in registry: MetricsRegistry) {
        recorder = Recorder(label: definition.name, factory: registry)
    }

    /// Records a size.
    package func record(_ size: Int) { recorder.record(size) }
}
