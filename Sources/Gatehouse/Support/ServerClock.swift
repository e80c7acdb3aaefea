import Foundation
import GatehouseConcurrency
import GatehouseWire

/// An estimate of the server's time: the `Date` of its last response plus the time elapsed since.
///
/// Elapsed time is measured by a monotonic clock, so setting the device's clock while the process runs has no effect.
final class ServerClock: Sendable {
    /// The precision of the `Date` field: whole seconds, plus the time of transfer.
    private static let uncertainty: TimeInterval = 2

    private struct Anchor {
        var server: Date
        var uptime: Duration
        var isLearned = false

        func time(at uptime: Duration) -> Date {
            server.addingTimeInterval((uptime - self.uptime).timeInterval)
        }
    }

    private let device: @Sendable () -> Date
    /// The monotonic clock.
    let uptime: @Sendable () -> Duration
    private let anchor: Mutex<Anchor>

    /// Creates a clock that follows the device's clock until a response arrives.
    ///
    /// - Parameters:
    ///   - device: The device's clock, which the user may set.
    ///   - uptime: A monotonic clock that continues while the device sleeps.
    init(device: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.device = device
        self.uptime = uptime
        anchor = Mutex(Anchor(server: device(), uptime: uptime()))
    }

    /// The estimated time at the server, in the precision of stored dates, so that a date equals itself when it is
    /// read back.
    var now: Date {
        let uptime = uptime()
        return Date(timeIntervalSince1970: anchor.withLock { $0.time(at: uptime) }.timeIntervalSince1970)
    }

    /// The seconds by which the server's clock is ahead of the device's; `nil` before the first response.
    var offset: TimeInterval? {
        guard anchor.withLock(\.isLearned) else { return nil }
        let difference = now.timeIntervalSince(device())
        return abs(difference) <= Self.uncertainty ? 0 : difference
    }

    /// Adjusts the clock to the `Date` field of a response (RFC 9110 §6.6.1).
    func learn(from field: String) {
        guard let date = HTTPDate(field)?.date else { return }
        let uptime = uptime()
        anchor.withLock { anchor in
            anchor.isLearned = true
            guard abs(date.timeIntervalSince(anchor.time(at: uptime))) > Self.uncertainty else { return }
            // Prefers the device's clock where the two agree: it has fractions of a second.
            let device = device()
            let agree = abs(date.timeIntervalSince(device)) <= Self.uncertainty
            anchor.server = agree ? device : date
            anchor.uptime = uptime
        }
    }

    /// Applies an offset stored by an earlier process, until a response arrives.
    ///
    /// - Parameter offset: The seconds by which the server's clock was ahead of the device's.
    func assume(_ offset: TimeInterval) {
        let (date, uptime) = (device().addingTimeInterval(offset), uptime())
        anchor.withLock { anchor in
            guard !anchor.isLearned else { return }
            anchor = Anchor(server: date, uptime: uptime)
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
