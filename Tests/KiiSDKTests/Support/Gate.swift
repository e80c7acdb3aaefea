import GatehouseConcurrency

/// Holds every request until the test releases it, and counts the calls that make them.
final class Gate: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var started = 0
        var ended = 0
    }

    private let state = Mutex(State())

    /// The number of finished calls.
    var ended: Int { state.withLock(\.ended) }

    /// Records the start of a call.
    func enter() {
        state.withLock { $0.started += 1 }
    }

    /// Records the end of a call.
    func leave() {
        state.withLock { $0.ended += 1 }
    }

    /// Waits until released.
    func pass() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
        }
    }

    /// Releases one of the waiting requests.
    func release(_ choice: Int) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else { return nil }
            return state.waiting.remove(at: choice % state.waiting.count)
        }
        next?.resume()
    }

    /// Waits until every running call has reached the gate or waits for one that has.
    func settle() async {
        for _ in 0..<200 {
            if state.withLock({ $0.waiting.count >= $0.started - $0.ended }) { return }
            await Task.yield()
        }
    }
}
