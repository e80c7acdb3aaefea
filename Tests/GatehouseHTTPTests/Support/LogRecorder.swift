import GatehouseConcurrency
import Logging

/// Records log entries.
final class LogRecorder: Sendable {
    struct Entry: Sendable, Equatable {
        let level: Logger.Level
        let text: String
        let error: String?
        let request: String?
        /// The exceeded limit, and its caller.
        var limit: String?
    }

    private let recorded = Mutex<[Entry]>([])
    private let lines = Mutex<[Logger.Metadata]>([])

    /// The entries recorded so far.
    var entries: [Entry] { recorded.withLock { $0 } }

    /// The metadata of the lines about requests.
    var requests: [[String: String]] { lines.withLock { $0.map { line in line.mapValues(\.description) } } }

    var handler: any LogHandler { Handler(recorder: self) }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let entry = Entry(
                level: event.level,
                text: event.message.description,
                error: event.metadata?["error"]?.description,
                request: event.metadata?["request"]?.description,
                limit: event.metadata?["limit"].map { "\($0) \(event.metadata?["caller"]?.description ?? "")" }
            )
            recorder.recorded.withLock { $0.append(entry) }
            if entry.text == "request completed" {
                recorder.lines.withLock { $0.append(event.metadata ?? [:]) }
            }
        }
    }
}
