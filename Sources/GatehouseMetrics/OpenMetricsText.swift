/// A format of metrics.
package enum MetricsFormat: Sendable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// The older format of Prometheus, version 0.0.4.
    case prometheus

    /// The media type.
    package var contentType: String {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        }
    }

    /// Creates the format for the value of an `Accept` field: the older one only for callers that name it alone.
    package init(accept: String?) {
        let accept = accept ?? ""
        self = accept.contains("text/plain") && !accept.contains("openmetrics") ? .prometheus : .openMetrics
    }
}

/// The text of metrics, in one of two formats.
struct OpenMetricsText {
    private let format: MetricsFormat
    private var text = ""

    init(_ format: MetricsFormat) {
        self.format = format
    }

    /// The text with its end.
    var finished: String { format == .openMetrics ? text + "# EOF\n" : text }

    /// Appends the description of a metric.
    mutating func begin(_ definition: MetricDefinition) {
        let isOpen = format == .openMetrics
        let name = isOpen ? definition.family : definition.name
        let kind = definition.kind == .info && !isOpen ? .gauge : definition.kind
        text += "# HELP \(name) \(Self.escape(definition.help))\n# TYPE \(name) \(kind.rawValue)\n"
        if isOpen, let unit = definition.unit { text += "# UNIT \(name) \(unit)\n" }
    }

    /// Appends a sample.
    mutating func append(_ sample: MetricSample, of definition: MetricDefinition, labels: [MetricLabel]) {
        let labels = (labels + sample.labels).map { "\($0.name)=\"\(Self.escape($0.value))\"" }
        text += definition.name + sample.suffix
        if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
        text += " \(Self.number(sample.value))\n"
    }

    /// Returns a number as text, without the fraction of an integer.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return abs(value) < 1e15 && value == value.rounded() ? String(Int64(value)) : "\(value)"
    }

    private static func escape(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }
}
