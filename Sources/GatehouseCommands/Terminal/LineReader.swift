import Dispatch
import Foundation
import GatehouseConcurrency
import GatehouseThreads

/// Reads lines from standard input without blocking a thread of the task pool.
///
/// Cancellation ends the wait at once and restores the terminal's echo.
final class LineReader: Sendable {
    static let shared = LineReader()

    private let thread = ThreadPool(name: "terminal", threads: 1)
    private let echo = Mutex<termios?>(nil)
    private let waiting = Mutex<CheckedContinuation<String?, any Error>?>(nil)

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - isSecret: Whether to turn the echo off.
    ///   - ready: Called when the terminal is set up; shows the prompt.
    /// - Returns: The line without its line break; `nil` at the end of the input.
    /// - Throws: `CancellationError` if the task is cancelled before the line ends.
    func line(isSecret: Bool, whenReady ready: () -> Void) async throws -> String? {
        if isSecret { disableEcho() }
        defer { if isSecret { restoreEcho() } }
        ready()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0 = continuation }
                thread.submit { [self] in
                    let line = readLine(strippingNewline: true)
                    takeContinuation()?.resume(returning: line)
                }
                // The handler may have run before the continuation was stored.
                if Task.isCancelled { takeContinuation()?.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            takeContinuation()?.resume(throwing: CancellationError())
        }
    }

    private func takeContinuation() -> CheckedContinuation<String?, any Error>? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }

    private func disableEcho() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        echo.withLock { $0 = settings }
        settings.c_lflag &= ~tcflag_t(ECHO)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    private func restoreEcho() {
        echo.withLock { saved in
            guard var settings = saved else { return }
            _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
            saved = nil
        }
    }
}

/// Turns Ctrl-C into cancellation of a task, so that resources are released and the exit status is correct.
enum Interrupt {
    static func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        let task = Task { try await body() }
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT)
        source.setEventHandler { task.cancel() }
        source.resume()
        defer {
            source.cancel()
            signal(SIGINT, SIG_DFL)
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
