import Dispatch
import Foundation
import Synchronization

/// Reads lines that a person types at standard input, without keeping a task's thread waiting.
///
/// A wait that is cancelled ends at once and gives the terminal its echo back.
final class LineReader: Sendable {
    static let shared = LineReader()

    private let queue = DispatchQueue(label: "gatehouse.terminal")
    private let echo = Mutex<termios?>(nil)
    private let waiting = Mutex<CheckedContinuation<String?, any Error>?>(nil)

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - isSecret: Whether the terminal shows nothing of it.
    ///   - ready: Called when the terminal is as it has to be, to ask the person.
    /// - Returns: The line without its end; `nil` at the end of the input.
    /// - Throws: `CancellationError` when the task is cancelled before the line has ended.
    func line(isSecret: Bool, whenReady ready: () -> Void) async throws -> String? {
        if isSecret { hide() }
        defer { if isSecret { show() } }
        ready()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0 = continuation }
                queue.async { [self] in
                    let line = readLine(strippingNewline: true)
                    take()?.resume(returning: line)
                }
                // The handler may have come before there was anybody to wake.
                if Task.isCancelled { take()?.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            take()?.resume(throwing: CancellationError())
        }
    }

    private func take() -> CheckedContinuation<String?, any Error>? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }

    private func hide() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        echo.withLock { $0 = settings }
        settings.c_lflag &= ~tcflag_t(ECHO)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    private func show() {
        echo.withLock { saved in
            guard var settings = saved else { return }
            _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
            saved = nil
        }
    }
}
