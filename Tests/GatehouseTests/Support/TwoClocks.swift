import Foundation
import GatehouseTesting
import Synchronization

@testable import Gatehouse

/// The device's clock and the server's, both moved by the test.
final class TwoClocks: Sendable {
    private struct Times {
        var device = Date(timeIntervalSince1970: 1_800_000_000)
        var server = Date(timeIntervalSince1970: 1_800_000_000)
        var tellsTime = true
        var slept: [Duration] = []
    }

    private let times = Mutex(Times())
    private let sleepers = Sleepers()

    var device: Date { times.withLock { $0.device } }
    var server: Date { times.withLock { $0.server } }
    var slept: [Duration] { times.withLock { $0.slept } }

    func advance(by seconds: TimeInterval) {
        times.withLock {
            $0.device += seconds
            $0.server += seconds
        }
        sleepers.wake(at: server)
    }

    /// How many wait for something that nobody asked for.
    var sleeperCount: Int { sleepers.count }

    /// Everything that a client takes from the world, by these clocks; the server's is the one that nobody can set.
    var environment: GatehouseClient.Environment {
        var environment = GatehouseClient.Environment(
            now: { self.device },
            uptime: { .seconds(self.server.timeIntervalSinceReferenceDate) },
            sleep: { try self.sleep($0) },
            backgroundSleep: { [sleepers] duration in
                let wakes = self.server.addingTimeInterval(duration.timeInterval)
                try await sleepers.sleep(until: wakes) { self.server }
            }
        )
        environment.flightLog = TestTrace.flightLog
        return environment
    }

    /// Sets the device's clock wrong by so many seconds.
    func setDeviceWrong(by seconds: TimeInterval) {
        times.withLock { $0.device = $0.server + seconds }
    }

    /// Lets the server keep its time to itself.
    func hideServerTime() {
        times.withLock { $0.tellsTime = false }
    }

    /// Remembers how long it was to sleep, and lets that time pass at once.
    func sleep(_ duration: Duration) throws {
        try Task.checkCancellation()
        times.withLock { $0.slept.append(duration) }
        advance(by: TimeInterval(duration.components.seconds))
    }

    /// The server's time as a `Date` field.
    var dateField: String? {
        guard times.withLock({ $0.tellsTime }) else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: server)
    }
}
