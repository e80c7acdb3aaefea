package import Foundation

/// A date in the format of HTTP headers, to the second: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The date.
    package let date: Date

    /// Creates a value from a date.
    package init(_ date: Date) {
        self.date = date
    }

    /// Parses a date; returns `nil` for all other formats, including the two obsolete ones of HTTP.
    ///
    /// - Parameter text: The header value.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, let day = Int(words[1]), let month = Self.months.firstIndex(of: String(words[2])),
            let year = Int(words[3])
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        let parts = DateComponents(
            year: year,
            month: month + 1,
            day: day,
            hour: time[0],
            minute: time[1],
            second: time[2]
        )
        guard let date = Self.calendar.date(from: parts) else { return nil }
        self.date = date
        guard self.text == text else { return nil }
    }

    /// The header value.
    package var text: String {
        let parts = Self.calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second],
            from: date
        )
        let time = [parts.hour, parts.minute, parts.second].map { Self.digits($0, 2) }.joined(separator: ":")
        let day = Self.days[(parts.weekday ?? 1) - 1]
        let month = Self.months[(parts.month ?? 1) - 1]
        return "\(day), \(Self.digits(parts.day, 2)) \(month) \(Self.digits(parts.year, 4)) \(time) GMT"
    }

    private static func digits(_ number: Int?, _ count: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
