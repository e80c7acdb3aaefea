import GatehouseConcurrency
import Logging

/// Records log entries.
final class LogRecorder: Sendable {
    struct Entry: Sendable, Equatable {
        let level: Logger.Level
        let text: String
        let error: String?
        let request: String?
        var path: String?
        /// The exceeded limit, and its caller.
        var limit: String?
    }

    private let recorded = Mutex<[Entry]>([])

    /// The entries recorded so far.
    var entries: [Entry] { recorded.withLock { $0 } }

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
                path: event.metadata?["path"]?.description,
                limit: event.metadata?["limit"].map { "\($0) \(event.metadata?["caller"]?.description ?? "")" }
            )
            recorder.recorded.withLock { $0.append(entry) }
        }
    }
}
