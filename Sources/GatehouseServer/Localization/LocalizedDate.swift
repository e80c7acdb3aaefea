package import Foundation

/// The texts of a date in a language, in UTC.
package struct LocalizedDate: Sendable {
    private let date: Date
    private let language: Language

    package init(_ date: Date, in language: Language) {
        self.date = date
        self.language = language
    }

    /// The day, such as "8 December 2026".
    package var day: String {
        switch language {
        case .english: text("\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)")
        case .german: text("\(day: .defaultDigits). \(month: .wide) \(year: .defaultDigits)")
        case .japanese: text("\(year: .defaultDigits)年\(month: .defaultDigits)月\(day: .defaultDigits)日")
        case .simplifiedChinese: text("\(year: .defaultDigits) 年 \(month: .defaultDigits) 月 \(day: .defaultDigits) 日")
        }
    }

    /// The day and the time, such as "8 December 2026, 14:05 UTC".
    package var dayAndTime: String {
        switch language {
        case .english: "\(day), \(clock) UTC"
        case .german: "\(day), \(clock) Uhr (UTC)"
        case .japanese: "\(day) \(clock)（UTC）"
        case .simplifiedChinese: "\(day) \(clock)（UTC）"
        }
    }

    /// The day and the time, with the words that connect them to a sentence.
    package var sentencePart: String {
        switch language {
        case .english: "on \(day) at \(clock) UTC"
        case .german: "am \(day) um \(clock) Uhr (UTC)"
        case .japanese: "\(day)\(clock)（UTC）"
        case .simplifiedChinese: "\(day) \(clock)（UTC）"
        }
    }

    private var clock: String {
        text("\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)")
    }

    private func text(_ format: Date.FormatString) -> String {
        date.formatted(
            Date.VerbatimFormatStyle(
                format: format,
                locale: Locale(identifier: language.rawValue),
                timeZone: .gmt,
                calendar: Calendar(identifier: .gregorian)
            )
        )
    }
}
