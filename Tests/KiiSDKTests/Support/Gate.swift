import Synchronization

/// Holds every request until the test lets it go, and knows when nothing moves any more.
final class Gate: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Calls that have begun and not ended.
        var calls = 0
        var moves = 0
    }

    private let state = Mutex(State())

    func enter() {
        state.withLock {
            $0.calls += 1
            $0.moves += 1
        }
    }

    func leave() {
        state.withLock {
            $0.calls -= 1
            $0.moves += 1
        }
    }

    /// Waits for its turn.
    func pass() async {
        await withCheckedContinuation { continuation in
            state.withLock {
                $0.waiting.append(continuation)
                $0.moves += 1
            }
        }
    }

    /// Lets one of the waiting requests go.
    func release(_ choice: Int) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else { return nil }
            state.moves += 1
            return state.waiting.remove(at: choice % state.waiting.count)
        }
        next?.resume()
    }

    /// Waits until every call that is under way waits at the gate, or for another one that does.
    func settle() async {
        var last = -1
        for _ in 0..<200 {
            let (moves, isQuiet) = state.withLock { ($0.moves, $0.waiting.count >= $0.calls) }
            if isQuiet { return }
            if moves != last { last = moves }
            await Task.yield()
        }
    }
}
