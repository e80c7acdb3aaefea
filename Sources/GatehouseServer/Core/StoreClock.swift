package import Foundation
package import GatehouseStore
import Synchronization

/// The server's clock: the time of the database, carried on between two looks at it by a clock that cannot be set.
///
/// So the servers of one database agree on what has expired, and a machine whose clock jumps takes nothing for expired
/// that is not. A store without a clock of its own leaves the machine's, which is followed for as long as it does not
/// jump.
package final class StoreClock: Sendable {
    /// How many seconds the machine's clock may be off.
    package static let tolerance: TimeInterval = 30
    /// Smaller differences, in seconds, are left alone: how long an answer takes on its way cannot be told more
    /// exactly.
    private static let precision: TimeInterval = 0.25
    /// An answer that took longer, in seconds, does not tell the time.
    private static let patience: TimeInterval = 5

    private struct State {
        /// The time that it was at `uptime`.
        var date: Date
        var uptime: Duration
        var deviation: TimeInterval = 0
    }

    private let wall: @Sendable () -> Date
    private let uptime: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - wall: The machine's clock.
    ///   - uptime: A clock that only runs.
    package init(wall: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.uptime = uptime
        state = Mutex(State(date: wall(), uptime: uptime()))
    }

    package var now: Date {
        let uptime = uptime()
        return state.withLock { $0.date.addingTimeInterval((uptime - $0.uptime) / .seconds(1)) }
    }

    /// By how many seconds the machine's clock is ahead, or behind where it is negative.
    package var deviation: TimeInterval { state.withLock { $0.deviation } }

    /// Why this machine's clock cannot be relied on, as a sentence; `nil` when it can.
    package var complaint: String? {
        let deviation = deviation
        guard abs(deviation) > Self.tolerance else { return nil }
        let seconds = "\(Int(min(abs(deviation), 1e12))) seconds"
        return "The clock of this machine is \(seconds) \(deviation > 0 ? "ahead of" : "behind") the database's."
    }

    /// Sets it by the store, and compares the machine's clock.
    ///
    /// - Throws: ``StoreError`` when the store does not tell the time.
    package func measure(_ store: any Store) async throws(StoreError) {
        let before = uptime()
        let told = try await store.time()
        let after = uptime()
        let wall = wall()
        let way = (after - before) / .seconds(1)
        guard told == nil || way < Self.patience else { return }
        state.withLock { state in
            let own = state.date.addingTimeInterval((after - state.uptime) / .seconds(1))
            let truth =
                told?.addingTimeInterval(way / 2)
                ?? (abs(wall.timeIntervalSince(own)) <= Self.tolerance ? wall : own)
            if abs(truth.timeIntervalSince(own)) > Self.precision { (state.date, state.uptime) = (truth, after) }
            state.deviation = wall.timeIntervalSince(truth)
        }
    }
}
