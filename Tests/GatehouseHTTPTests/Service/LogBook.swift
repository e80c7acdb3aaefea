import Logging
import Synchronization

/// Keeps what is logged.
final class LogBook: Sendable {
    struct Entry: Sendable, Equatable {
        let level: Logger.Level
        let text: String
        let error: String?
        let request: String?
        var path: String?
        /// A limit that was reached, and by which caller.
        var limit: String?
    }

    private let kept = Mutex<[Entry]>([])

    /// What was logged so far.
    var entries: [Entry] { kept.withLock { $0 } }

    var handler: any LogHandler { Handler(book: self) }

    private struct Handler: LogHandler {
        let book: LogBook
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
            book.kept.withLock { $0.append(entry) }
        }
    }
}
