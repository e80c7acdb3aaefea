import GatehouseConcurrency

/// The trace of a run and the invariants it violated.
final class RunLog: Sendable {
    private let lines = Mutex<(trace: [String], violations: [String])>(([], []))

    var trace: [String] { lines.withLock(\.trace) }
    var violations: [String] { lines.withLock(\.violations) }

    func note(_ text: String) {
        lines.withLock { $0.trace.append(text) }
    }

    func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        guard !holds else { return }
        let text = text()
        lines.withLock { $0.violations.append(text) }
    }
}
