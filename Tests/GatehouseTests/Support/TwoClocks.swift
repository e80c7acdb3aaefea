import Foundation
import GatehouseConcurrency
import GatehouseTesting

@testable import Gatehouse

/// The clocks of the device and the server, both set by the test.
final class TwoClocks: Sendable {
    private struct Times {
        var device = Date(timeIntervalSince1970: 1_800_000_000)
        var server = Date(timeIntervalSince1970: 1_800_000_000)
        var sendsDate = true
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

    /// The number of pending background sleeps.
    var sleeperCount: Int { sleepers.count }

    /// A client environment with these clocks; the uptime follows the server's, which cannot be set back.
    var environment: ClientEnvironment {
        var environment = ClientEnvironment(
            now: { self.device },
            uptime: { .seconds(self.server.timeIntervalSinceReferenceDate) },
            sleep: { try self.sleep($0) },
            backgroundSleep: { [sleepers] duration in
                let wakes = self.server.addingTimeInterval(duration.timeInterval)
                try await sleepers.sleep(until: wakes) { self.server }
            }
        )
        environment.eventLog = TestTrace.eventLog
        return environment
    }

    /// Sets the device's clock ahead of the server's by this time.
    func skewDeviceClock(by seconds: TimeInterval) {
        times.withLock { $0.device = $0.server + seconds }
    }

    /// Omits the `Date` field from later responses.
    func omitDateHeader() {
        times.withLock { $0.sendsDate = false }
    }

    /// Records the duration and advances the clocks at once.
    func sleep(_ duration: Duration) throws {
        try Task.checkCancellation()
        times.withLock { $0.slept.append(duration) }
        advance(by: TimeInterval(duration.components.seconds))
    }

    /// The server's time as a `Date` field.
    var dateField: String? {
        guard times.withLock({ $0.sendsDate }) else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: server)
    }
}
