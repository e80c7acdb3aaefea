package import Foundation

/// A calendar month in UTC, by which PostgreSQL partitions sessions and audit events.
package struct Month: Sendable, Hashable {
    package let year: Int
    /// The number of the month, from 1.
    package let month: Int

    private init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }

    /// Creates the month that contains a date.
    package init(of date: Date) {
        let components = Self.calendar.dateComponents([.year, .month], from: date)
        self.init(year: components.year ?? 1970, month: components.month ?? 1)
    }

    /// Creates a month from its ``name``; `nil` for other text.
    package init?(name: some StringProtocol) {
        guard name.utf8.count == 6, let number = Int(name), (1...12).contains(number % 100) else { return nil }
        self.init(year: number / 100, month: number % 100)
    }

    /// The month as six digits, such as `202611`.
    package var name: String { String(year * 100 + month) }

    package var next: Month {
        month == 12 ? Month(year: year + 1, month: 1) : Month(year: year, month: month + 1)
    }

    package var start: Date {
        Self.calendar.date(from: DateComponents(year: year, month: month)) ?? Date(timeIntervalSince1970: 0)
    }

    /// The beginning of the IDs of the sessions that start in the month: two digits each of the year and the month, and
    /// a hyphen.
    package var sessionPrefix: String { String(name.dropFirst(2)) + "-" }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
