import Foundation
import Logging

/// The messages of a running server to its operator, apart from the log's entries.
///
/// Sentences for people at a terminal; entries of the log if its format is JSON, so that all lines are JSON.
struct ServerMessages: Sendable {
    let log: ServerLog
    private let output: Output
    private let logger: Logger?
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates the log and the messages of a server.
    init(_ settings: LogSettings, in context: CommandContext) {
        output = context.output
        wait = context.wait
        log = ServerLog(
            settings,
            now: context.now,
            write: { [output] in output.write(lines: $0) },
            pause: { Thread.sleep(forTimeInterval: 0.005) }
        )
        logger = settings.format == .json ? log.logger("gatehouse") : nil
    }

    /// Waits until everything is written, for at most two seconds.
    func flush() async {
        await log.flush { try? await wait(.seconds(2)) }
    }

    /// Writes a result to standard output.
    func announce(_ text: String) {
        if let logger { logger.notice("\(text)") } else { output.line(text) }
    }

    /// Writes a note about the configuration or a request; does not block.
    func note(_ text: String) {
        if let logger { logger.notice("\(text)") } else { log.append(text + "\n") }
    }

    /// Writes a warning, which begins in lower case.
    func warn(_ text: String) {
        if let logger { logger.warning("\(text)") } else { log.append("Warning: " + text + "\n") }
    }
}
