import Logging

/// Writes into a trace what is logged.
struct TraceLogHandler: LogHandler {
    let trace: TestTrace
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        trace.print("\(event.message) \(event.metadata ?? [:]) \(metadata)", from: "log")
    }
}
