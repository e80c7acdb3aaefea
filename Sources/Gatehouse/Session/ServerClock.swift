import Foundation
import GatehouseWire
import Synchronization

/// The time as the server has it: what its last answer said, and the time that has passed since.
///
/// Time that passes is measured by a clock that nobody can set, so a device whose clock is changed while the process
/// lives goes on as if nothing had happened.
final class ServerClock: Sendable {
    /// A difference that the `Date` field, which counts whole seconds and is a little old on arrival, cannot tell.
    private static let uncertainty: TimeInterval = 2

    private struct Anchor {
        var server: Date
        var uptime: Duration
        var isLearnt = false

        func time(at uptime: Duration) -> Date {
            server.addingTimeInterval((uptime - self.uptime).timeInterval)
        }
    }

    private let device: @Sendable () -> Date
    /// How much time has passed since some moment.
    let uptime: @Sendable () -> Duration
    private let anchor: Mutex<Anchor>

    /// A clock that shows the device's time until it learns better.
    ///
    /// - Parameters:
    ///   - device: The device's clock, which a person may set.
    ///   - uptime: How much time has passed since some moment, also while the device slept.
    init(device: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.device = device
        self.uptime = uptime
        anchor = Mutex(Anchor(server: device(), uptime: uptime()))
    }

    /// The time at the server, as far as it is known.
    var now: Date {
        let uptime = uptime()
        return anchor.withLock { $0.time(at: uptime) }
    }

    /// How far the server's clock is ahead of the device's, in seconds; `nil` until an answer has told.
    var offset: TimeInterval? {
        guard anchor.withLock(\.isLearnt) else { return nil }
        let difference = now.timeIntervalSince(device())
        return abs(difference) <= Self.uncertainty ? 0 : difference
    }

    /// Learns from the `Date` field of an answer (RFC 9110 §6.6.1).
    func learn(from field: String) {
        guard let date = HTTPDate(field)?.date else { return }
        let uptime = uptime()
        anchor.withLock { anchor in
            anchor.isLearnt = true
            guard abs(date.timeIntervalSince(anchor.time(at: uptime))) > Self.uncertainty else { return }
            // The device's own clock knows fractions of a second, so it is believed where the two agree.
            let device = device()
            let agree = abs(date.timeIntervalSince(device)) <= Self.uncertainty
            anchor.server = agree ? device : date
            anchor.uptime = uptime
        }
    }

    /// Goes by what an earlier process has learnt, until an answer tells.
    ///
    /// - Parameter offset: How far the server's clock was ahead of the device's, in seconds.
    func assume(_ offset: TimeInterval) {
        let (date, uptime) = (device().addingTimeInterval(offset), uptime())
        anchor.withLock { anchor in
            guard !anchor.isLearnt else { return }
            anchor = Anchor(server: date, uptime: uptime)
        }
    }
}
