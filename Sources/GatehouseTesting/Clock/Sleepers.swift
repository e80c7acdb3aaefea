package import Foundation
import Synchronization

/// Those who sleep until a clock that a test moves has come to a time.
package final class Sleepers: Sendable {
    private struct Sleeper {
        var wakes: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var asleep: [Int: Sleeper] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Nobody sleeps.
    package init() {}

    deinit {
        for sleeper in state.withLock({ $0.asleep.values.map(\.continuation) }) {
            sleeper.resume(throwing: CancellationError())
        }
    }

    /// How many sleep.
    package var count: Int { state.withLock { $0.asleep.count } }

    /// Sleeps.
    ///
    /// - Parameters:
    ///   - wakes: Until then.
    ///   - now: The clock's time, asked for once nobody can move it unseen.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(until wakes: Date, now: @Sendable () -> Date) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                state.withLock { $0.asleep[number] = Sleeper(wakes: wakes, continuation: continuation) }
                if Task.isCancelled { end(number) }
                wake(at: now())
            }
        } onCancel: {
            end(number)
        }
    }

    /// Wakes those whose time has come, the earliest first, and in the order in which they went to sleep.
    package func wake(at now: Date) {
        let due = state.withLock { state in
            let due = state.asleep.filter { $0.value.wakes <= now }
                .sorted { ($0.value.wakes, $0.key) < ($1.value.wakes, $1.key) }
            for (number, _) in due { state.asleep[number] = nil }
            return due
        }
        for (_, sleeper) in due { sleeper.continuation.resume() }
    }

    private func end(_ number: Int) {
        let sleeper = state.withLock { $0.asleep.removeValue(forKey: number) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
