package import Foundation
import GatehouseConcurrency
import GatehouseThreads
package import Logging

/// The log of a server: one line per entry, in the format of the settings.
///
/// A thread of its own writes the lines, so that a slow reader of standard error delays no request.
package final class ServerLog: Sendable {
    private struct State {
        var lines = ""
        /// Whether a write is scheduled or in progress.
        var isWriting = false
        /// The number of lines that did not fit.
        var dropped = 0
    }

    /// The most bytes that wait to be written; further lines are dropped and counted.
    private let limit: Int
    private let settings: LogSettings
    private let now: @Sendable () -> Date
    private let write: @Sendable (String) -> Void
    private let pause: @Sendable () -> Void
    private let dates = TimestampCache()
    private let state = Mutex(State())
    private let threads = ThreadPool(name: "log", threads: 1)

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - settings: The lowest level and the format.
    ///   - limit: The most bytes that wait to be written.
    ///   - now: The machine's clock.
    ///   - write: Writes complete lines; it may block.
    ///   - pause: Blocks for some milliseconds, so that the lines of a busy server are written together.
    package init(
        _ settings: LogSettings,
        limit: Int = 4 * 1024 * 1024,
        now: @escaping @Sendable () -> Date,
        write: @escaping @Sendable (String) -> Void,
        pause: @escaping @Sendable () -> Void = {}
    ) {
        self.settings = settings
        self.limit = limit
        self.now = now
        self.write = write
        self.pause = pause
    }

    /// Returns a logger that writes to the log, from a level that can be above that of the settings.
    package func logger(_ label: String, atLeast level: Logger.Level = .trace) -> Logger {
        var logger = Logger(label: label) { _ in Handler(log: self) }
        logger.logLevel = max(level, settings.level)
        return logger
    }

    /// Waits until all lines are written, or until a time limit, because the reader of standard error may be stuck.
    ///
    /// - Parameter limit: Waits for the time limit; `nil` for none.
    package func flush(orUntil limit: (@Sendable () async -> Void)? = nil) async {
        let (written, end) = AsyncStream.makeStream(of: Void.self)
        // The only thread writes in order.
        threads.submit {
            self.writePending()
            end.finish()
        }
        let timer = limit.map { limit in
            Task {
                await limit()
                end.finish()
            }
        }
        // A task of its own, which also waits when the current one is cancelled.
        await Task { for await _ in written {} }.value
        timer?.cancel()
    }

    /// Writes complete lines between the entries.
    package func append(_ lines: String) {
        let mustStart = state.withLock { state in
            guard state.lines.utf8.count + lines.utf8.count <= limit else {
                state.dropped += 1
                return false
            }
            state.lines += lines
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { threads.submit { self.writePending() } }
    }

    private func line(_ level: Logger.Level, _ message: String, with metadata: Logger.Metadata) -> String {
        LogLine(time: dates.text(at: now()), level: level, message: message, metadata: metadata).text(settings.format)
    }

    private func writePending() {
        while true {
            pause()
            let (lines, dropped) = state.withLock { state in
                state.isWriting = !state.lines.isEmpty || state.dropped > 0
                defer { (state.lines, state.dropped) = ("", 0) }
                return (state.lines, state.dropped)
            }
            if !lines.isEmpty { write(lines) }
            if dropped > 0 { write(line(.warning, "log lines dropped", with: ["lines": .stringConvertible(dropped)])) }
            if lines.isEmpty, dropped == 0 { return }
        }
    }

    private struct Handler: LogHandler {
        let log: ServerLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            var all = event.metadata ?? [:]
            if !metadata.isEmpty { all.merge(metadata) { own, _ in own } }
            if let error = event.error { all["error"] = "\(error)" }
            log.append(log.line(event.level, event.message.description, with: all))
        }
    }
}

/// The text of points in time, of which the part up to the second is computed once a second.
private final class TimestampCache: Sendable {
    private let latest = Mutex<(second: Int, text: String)?>(nil)

    /// Returns a time in UTC with milliseconds (RFC 3339).
    func text(at date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded(.down))
        let (second, rest) = (milliseconds / 1_000, milliseconds % 1_000)
        let text = latest.withLock { latest in
            if let latest, latest.second == second { return latest.text }
            let text = String(Date(timeIntervalSince1970: TimeInterval(second)).formatted(.iso8601).dropLast())
            latest = (second, text)
            return text
        }
        let digits = String(rest)
        return text + "." + String(repeating: "0", count: 3 - digits.utf8.count) + digits + "Z"
    }
}
