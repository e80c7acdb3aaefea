import Synchronization

/// What has happened in a run, and which promises were broken in it.
final class RunLog: Sendable {
    private let lines = Mutex<(trace: [String], broken: [String])>(([], []))

    var trace: [String] { lines.withLock(\.trace) }
    var broken: [String] { lines.withLock(\.broken) }

    func note(_ text: String) {
        lines.withLock { $0.trace.append(text) }
    }

    func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        guard !holds else { return }
        let text = text()
        lines.withLock { $0.broken.append(text) }
    }
}
