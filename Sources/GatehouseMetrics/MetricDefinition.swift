/// A metric: its name, meaning, labels and buckets.
package struct MetricDefinition: Sendable, Hashable {
    /// A kind of metric (OpenMetrics 1.0 §Metric Types).
    package enum Kind: String, Sendable {
        case counter, gauge, histogram, info
    }

    /// The name of its samples; of a histogram, without their suffixes.
    package let name: String
    package let kind: Kind
    /// The meaning, in one sentence.
    package let help: String
    /// The names of the labels, whose values are from fixed lists.
    package let labels: [String]
    /// The upper bounds of a histogram's buckets, in the unit of the metric.
    package let buckets: [Double]

    package init(_ kind: Kind, _ name: String, _ help: String, labels: [String] = [], buckets: [Double] = []) {
        self.name = name
        self.kind = kind
        self.help = help
        self.labels = labels
        self.buckets = buckets
    }

    /// The name of the family in OpenMetrics, in which counters and infos have a suffix.
    var family: String {
        switch kind {
        case .counter: String(name.dropLast("_total".count))
        case .info: String(name.dropLast("_info".count))
        case .gauge, .histogram: name
        }
    }

    /// The unit, which is a part of the name.
    var unit: String? { ["seconds", "bytes"].first { family.hasSuffix("_" + $0) } }
}
