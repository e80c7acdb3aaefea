public import Foundation
import Synchronization

/// A clock that stands still until it is told to move, for both halves at once.
public final class TestClock: Sendable {
    private let present: Mutex<Date>
    private let sleepers = Sleepers()

    /// A clock at this moment.
    ///
    /// - Parameter start: The time that it shows until it is moved.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        present = Mutex(start)
    }

    /// The present moment.
    public var now: Date { present.withLock { $0 } }

    /// Moves on, or back with a negative number, and wakes those whose time has come.
    ///
    /// - Parameter seconds: By how many seconds.
    public func advance(by seconds: TimeInterval) {
        present.withLock { $0 += seconds }
        sleepers.wake(at: now)
    }

    /// Sleeps until the clock has been moved on so far.
    ///
    /// - Parameter duration: How long, by this clock.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        let (seconds, fraction) = duration.components
        let time = TimeInterval(seconds) + TimeInterval(fraction) / 1e18
        try await sleepers.sleep(until: now.addingTimeInterval(time)) { [weak self] in self?.now ?? .distantFuture }
    }

    /// How many sleep at the moment.
    package var sleeperCount: Int { sleepers.count }
}
