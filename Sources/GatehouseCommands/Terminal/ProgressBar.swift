import GatehouseConcurrency

/// A progress bar in one line that is overwritten; shows nothing without a terminal.
package final class ProgressBar: Sendable {
    private struct State {
        var shown = ""
    }

    private let output: Output
    private let state = Mutex(State())

    package init(on output: Output) {
        self.output = output
    }

    /// Shows the progress.
    ///
    /// - Parameters:
    ///   - done: The number of finished items.
    ///   - total: The number of all items.
    ///   - label: The current item.
    package func show(_ done: Int, of total: Int, _ label: String) {
        let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
        let filled = Int(share * Double(Self.width))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
        write("[\(bar)] \(Int(share * 100)) %  \(label)")
    }

    /// Keeps the line and moves to the next one.
    package func end() {
        state.withLock { state in
            if !state.shown.isEmpty { output.overwrite("\n") }
            state.shown = ""
        }
    }

    private static let width = 30

    private func write(_ line: String) {
        state.withLock { state in
            guard line != state.shown else { return }
            // Spaces overwrite the rest of a longer line.
            output.overwrite("\r" + line + String(repeating: " ", count: max(0, state.shown.count - line.count)))
            state.shown = line
        }
    }
}
