import Foundation
import Synchronization

/// The time as the server has it: the device's clock, corrected by what the server's answers said.
final class ServerClock: Sendable {
    private let device: @Sendable () -> Date
    private let correction = Mutex<TimeInterval>(0)

    init(device: @escaping @Sendable () -> Date) {
        self.device = device
    }

    /// The time at the server, as far as it is known.
    var now: Date {
        device().addingTimeInterval(offset)
    }

    /// How far the server's clock is ahead of the device's; 0 until an answer has told.
    var offset: TimeInterval {
        correction.withLock { $0 }
    }

    /// Learns from the `Date` field of an answer (RFC 9110 §6.6.1).
    ///
    /// The field counts whole seconds and is a little old on arrival, so a difference within two seconds is none.
    func learn(from field: String) {
        guard let date = Self.parse(field) else { return }
        let difference = date.timeIntervalSince(device())
        correction.withLock { $0 = abs(difference) <= 2 ? 0 : difference }
    }

    private static func parse(_ field: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE',' dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: field)
    }
}
