package import Foundation
import GatehouseConcurrency
package import GatehouseStore
import Logging

/// The server's clock: the database's time, advanced between measurements by a monotonic clock.
///
/// All servers of a database thus agree on which records have expired, and a jump of a machine's clock expires none.
/// Without a database clock, the machine's clock is followed unless it jumps.
package final class StoreClock: Sendable {
    /// The accepted deviation of the machine's clock, in seconds.
    package static let tolerance: TimeInterval = 30
    /// The smallest correction, in seconds: measurements are no more precise than this.
    private static let precision: TimeInterval = 0.25
    /// The longest round trip, in seconds, of a usable measurement.
    private static let maximumRoundTrip: TimeInterval = 5

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

    /// The number of seconds that the machine's clock is ahead of this clock; negative if it is behind.
    package var deviation: TimeInterval { state.withLock { $0.deviation } }

    /// A description of the machine clock's deviation if it exceeds the tolerance.
    package var problem: String? {
        let deviation = deviation
        guard abs(deviation) > Self.tolerance else { return nil }
        let seconds = "\(Int(min(abs(deviation), 1e12))) seconds"
        return "The clock of this machine is \(seconds) \(deviation > 0 ? "ahead of" : "behind") the database's."
    }

    /// Measures the store's clock, adjusts this clock and computes the machine clock's deviation.
    ///
    /// - Throws: ``StoreError`` if the store's clock cannot be read.
    package func measure(_ store: any Store) async throws(StoreError) {
        let before = uptime()
        let databaseTime = try await store.time()
        let after = uptime()
        let wall = wall()
        let roundTrip = (after - before) / .seconds(1)
        guard databaseTime == nil || roundTrip < Self.maximumRoundTrip else { return }
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

/// A background task that synchronizes the server's clock with the database.
package struct ClockWatch: Sendable {
    let clock: StoreClock
    let store: any Store
    let logger: Logger
    let wait: @Sendable (Duration) async throws -> Void

    /// Measures every ten seconds until the task is cancelled, and logs when the machine's clock deviates or recovers.
    package func run() async {
        var wasDeviating = clock.problem != nil
        var isMeasured = true
        while !Task.isCancelled {
            do { try await wait(.seconds(10)) } catch { return }
            do throws(StoreError) { try await clock.measure(store) } catch {
                if isMeasured { logger.warning("could not measure clock", metadata: ["reason": "\(error)"]) }
                isMeasured = false
                continue
            }
            isMeasured = true
            let problem = clock.problem
            guard (problem != nil) != wasDeviating else { continue }
            wasDeviating = problem != nil
            if let problem {
                logger.error("machine clock deviates", metadata: ["reason": "\(problem)"])
            } else {
                logger.notice("machine clock recovered")
            }
        }
    }
}
