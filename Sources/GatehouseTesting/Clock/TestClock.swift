public import Foundation
import GatehouseConcurrency

/// A clock for app and server that advances only when a test advances it.
public final class TestClock: Sendable {
    private let present: Mutex<Date>
    private let sleepers = Sleepers()

    /// Creates a clock.
    ///
    /// - Parameter start: The initial time.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        present = Mutex(start)
    }

    /// The current time of the clock.
    public var now: Date { present.withLock { $0 } }

    /// Advances the clock, or sets it back with a negative number, and wakes tasks whose time has come.
    ///
    /// - Parameter seconds: The number of seconds.
    public func advance(by seconds: TimeInterval) {
        present.withLock { $0 += seconds }
        sleepers.wake(at: now)
    }

    /// Sleeps until the clock has advanced by a duration.
    ///
    /// - Parameter duration: The duration, by this clock.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        let (seconds, fraction) = duration.components
        let time = TimeInterval(seconds) + TimeInterval(fraction) / 1e18
        try await sleepers.sleep(until: now.addingTimeInterval(time)) { [weak self] in self?.now ?? .distantFuture }
    }

    /// The number of sleeping tasks.
    package var sleeperCount: Int { sleepers.count }
}

/// The tasks that sleep until a test's clock reaches a time.
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

    /// Creates an empty set of tasks.
    package init() {}

    deinit {
        for sleeper in state.withLock({ $0.asleep.values.map(\.continuation) }) {
            sleeper.resume(throwing: CancellationError())
        }
    }

    /// The number of sleeping tasks.
    package var count: Int { state.withLock { $0.asleep.count } }

    /// Sleeps until a time.
    ///
    /// - Parameters:
    ///   - wakes: The time.
    ///   - now: Returns the clock's time, after the task is registered.
    /// - Throws: `CancellationError` if the task is cancelled.
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

    /// Wakes the tasks that are due, earliest first, and in the order in which they began to sleep.
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
