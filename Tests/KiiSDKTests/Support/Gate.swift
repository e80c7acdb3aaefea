import Synchronization

/// Holds every request until the test lets it go, and counts the calls that make them.
final class Gate: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var begun = 0
        var ended = 0
    }

    private let state = Mutex(State())

    /// How many calls have ended.
    var ended: Int { state.withLock(\.ended) }

    /// A call begins.
    func enter() {
        state.withLock { $0.begun += 1 }
    }

    /// A call has ended.
    func leave() {
        state.withLock { $0.ended += 1 }
    }

    /// Waits for its turn.
    func pass() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
        }
    }

    /// Lets one of the waiting requests go.
    func release(_ choice: Int) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else { return nil }
            return state.waiting.remove(at: choice % state.waiting.count)
        }
        next?.resume()
    }

    /// Gives the calls that are under way time to come to the gate, or to wait for another one that has.
    func settle() async {
        for _ in 0..<200 {
            if state.withLock({ $0.waiting.count >= $0.begun - $0.ended }) { return }
            await Task.yield()
        }
    }
}
