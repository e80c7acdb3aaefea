import GatehouseConcurrency

/// The announcements of the messages that this process commits, so that their delivery need not wait for the next poll.
package final class MessageArrivals: Sendable {
    private struct State {
        var counts: [QueuedMessage.Kind: Int] = [:]
        var waiters: [UInt64: (kind: QueuedMessage.Kind, continuation: CheckedContinuation<Void, Never>)] = [:]
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the number of messages of a kind that were committed so far.
    package func count(of kind: QueuedMessage.Kind) -> Int {
        state.withLock { $0.counts[kind, default: 0] }
    }

    /// Records the messages among committed changes.
    package func record(_ changes: [Change]) {
        for case .message(.enqueue(let message)) in changes {
            let waiting = state.withLock { state in
                state.counts[message.kind, default: 0] += 1
                let waiting = state.waiters.filter { $0.value.kind == message.kind }
                for id in waiting.keys { state.waiters[id] = nil }
                return waiting.values.map(\.continuation)
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Waits until more messages of a kind were committed than a known number, or the task is cancelled.
    package func wait(for kind: QueuedMessage.Kind, beyond known: Int) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    // A cancellation before this found no waiter to remove.
                    guard state.counts[kind, default: 0] == known, !Task.isCancelled else { return false }
                    state.waiters[id] = (kind, continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
