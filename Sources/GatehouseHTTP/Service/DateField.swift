import Foundation
import Synchronization

/// What the field `Date` says (RFC 9110 §5.6.7), written once a second.
final class DateField: Sendable {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
    private let latest = Mutex<(second: Int64, text: String)?>(nil)

    func text(at now: Date) -> String {
        let second = Int64(now.timeIntervalSince1970.rounded(.down))
        return latest.withLock { latest in
            if let latest, latest.second == second { return latest.text }
            let text = write(now)
            latest = (second, text)
            return text
        }
    }

    private func write(_ date: Date) -> String {
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let time = [parts.hour, parts.minute, parts.second].map(Self.twoDigits).joined(separator: ":")
        let day = Self.days[(parts.weekday ?? 1) - 1]
        let month = Self.months[(parts.month ?? 1) - 1]
        return "\(day), \(Self.twoDigits(parts.day)) \(month) \(parts.year ?? 0) \(time) GMT"
    }

    private static func twoDigits(_ number: Int?) -> String {
        let text = String(number ?? 0)
        return text.count < 2 ? "0" + text : text
    }
}
