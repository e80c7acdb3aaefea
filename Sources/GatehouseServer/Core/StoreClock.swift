package import Foundation
package import GatehouseStore
import Synchronization

/// The server's clock: the database's time, advanced between measurements by a monotonic clock.
///
/// The servers of one database therefore agree on which records have expired, and a jump of the machine's clock expires
/// none. With a store that has no clock, the machine's clock is followed as long as it does not jump.
package final class StoreClock: Sendable {
    /// The seconds that the machine's clock may be off.
    package static let tolerance: TimeInterval = 30
    /// The smallest correction, in seconds: the latency of a measurement is not known more exactly.
    private static let precision: TimeInterval = 0.25
    /// The longest round trip, in seconds, whose measurement is used.
    private static let longestRoundTrip: TimeInterval = 5

    private struct State {
        /// The time at `uptime`.
        var date: Date
        var uptime: Duration
        var deviation: TimeInterval = 0
    }

    private let wall: @Sendable () -> Date
    private let uptime: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - wall: The machine's clock.
    ///   - uptime: A monotonic clock.
    package init(wall: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.uptime = uptime
        state = Mutex(State(date: wall(), uptime: uptime()))
    }

    package var now: Date {
        let uptime = uptime()
        return state.withLock { $0.date.addingTimeInterval((uptime - $0.uptime) / .seconds(1)) }
    }

    /// The seconds by which the machine's clock is ahead of this one; negative when it is behind.
    package var deviation: TimeInterval { state.withLock { $0.deviation } }

    /// The reason why this machine's clock cannot be relied on, as a sentence; `nil` when it can.
    package var problem: String? {
        let deviation = deviation
        guard abs(deviation) > Self.tolerance else { return nil }
        let seconds = "\(Int(min(abs(deviation), 1e12))) seconds"
        return "The clock of this machine is \(seconds) \(deviation > 0 ? "ahead of" : "behind") the database's."
    }

    /// Sets the clock by the store's, and compares the machine's with it.
    ///
    /// - Throws: ``StoreError`` when the store's clock cannot be read.
    package func measure(_ store: any Store) async throws(StoreError) {
        let before = uptime()
        let databaseTime = try await store.time()
        let after = uptime()
        let wall = wall()
        let roundTrip = (after - before) / .seconds(1)
        guard databaseTime == nil || roundTrip < Self.longestRoundTrip else { return }
        state.withLock { state in
            let own = state.date.addingTimeInterval((after - state.uptime) / .seconds(1))
            let time =
                databaseTime?.addingTimeInterval(roundTrip / 2)
                ?? (abs(wall.timeIntervalSince(own)) <= Self.tolerance ? wall : own)
            if abs(time.timeIntervalSince(own)) > Self.precision { (state.date, state.uptime) = (time, after) }
            state.deviation = wall.timeIntervalSince(time)
        }
    }
}
