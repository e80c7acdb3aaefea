public import Foundation

/// A point in time in the server's JSON APIs: an RFC 3339 text in UTC, such as `2026-03-01T09:30:00Z`.
public struct Timestamp: Sendable, Hashable, Comparable {
    private static let secondsPerDay: Int64 = 86_400
    /// The start of year 1 and the end of year 9999, in seconds since 1970: the range of the format.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64

    /// Creates a point in time from the seconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter seconds: Whole seconds; clamped to the years 1 to 9999.
    public init(seconds: Int64) {
        self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Creates a point in time from a date, rounded down to the second.
    ///
    /// - Parameter date: The date; clamped to the years 1 to 9999.
    public init(_ date: Date) {
        self.init(seconds: UnixTime(date).seconds)
    }

    /// Parses an RFC 3339 text with any offset; a fraction of a second is truncated.
    ///
    /// Returns `nil` for all other texts, and for times before year 1 and after year 9999.
    ///
    /// - Parameter text: The text, such as `2026-03-01T09:30:00Z` or `2026-03-01T10:30:00.25+01:00`.
    public init?(_ text: String) {
        var reader = TimestampReader(text)
        guard let seconds = reader.read(), Self.range.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// The point in time as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// The text in UTC, without a fraction.
    public var text: String {
        let second = ((seconds % Self.secondsPerDay) + Self.secondsPerDay) % Self.secondsPerDay
        let day = GregorianDay(sinceEpoch: Int((seconds - second) / Self.secondsPerDay))
        let time = Int(second)
        return "\(day.text)T\(Self.digits(time / 3600)):\(Self.digits(time / 60 % 60)):\(Self.digits(time % 60))Z"
    }

    /// Orders two points in time.
    ///
    /// - Parameters:
    ///   - left: A point in time.
    ///   - right: Another point in time.
    /// - Returns: `true` if `left` is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Timestamp: Codable {
    /// Decodes an RFC 3339 text.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no string, or another format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A time must be a text as in RFC 3339."
            )
        }
        self = time
    }

    /// Encodes the RFC 3339 text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A day of the Gregorian calendar, from year 1 on.
private struct GregorianDay {
    /// The number of days from 0001-01-01 to 1970-01-01.
    private static let epoch = 719_162
    private static let daysIn400Years = 146_097
    private static let daysIn100Years = 36_524
    private static let daysIn4Years = 1_461

    let year: Int
    let month: Int
    let day: Int

    /// Creates the day that is a number of days after 1970-01-01.
    init(sinceEpoch number: Int) {
        var rest = number + Self.epoch
        let whole = rest / Self.daysIn400Years
        rest %= Self.daysIn400Years
        // The last day of a leap cycle belongs to its last part.
        let centuries = min(rest / Self.daysIn100Years, 3)
        rest -= centuries * Self.daysIn100Years
        let leaps = rest / Self.daysIn4Years
        rest %= Self.daysIn4Years
        let years = min(rest / 365, 3)
        rest -= years * 365
        let year = 400 * whole + 100 * centuries + 4 * leaps + years + 1
        var month = 1
        while rest >= Self.days(in: month, of: year) {
            rest -= Self.days(in: month, of: year)
            month += 1
        }
        (self.year, self.month, day) = (year, month, rest + 1)
    }

    /// Creates a day; returns `nil` if the calendar does not have it.
    init?(year: Int, month: Int, day: Int) {
        guard year > 0, (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The number of days since 1970-01-01.
    var daysSinceEpoch: Int {
        let years = year - 1
        let before = (1..<month).reduce(0) { $0 + Self.days(in: $1, of: year) }
        return 365 * years + years / 4 - years / 100 + years / 400 + before + day - 1 - Self.epoch
    }

    var text: String {
        let year = String(year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year
            + (month < 10 ? "-0\(month)" : "-\(month)") + (day < 10 ? "-0\(day)" : "-\(day)")
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 29 : 28
        default: 31
        }
    }
}

/// A parser of RFC 3339 §5.6.
private struct TimestampReader {
    /// The maximum length of a text, in bytes; longer ones are rejected.
    private static let maximumLength = 64

    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Returns the seconds since 1970; `nil` if the text is malformed.
    mutating func read() -> Int64? {
        guard rest.count <= Self.maximumLength, let year = number(4), skip("-"), let month = number(2), skip("-"),
            let dayOfMonth = number(2), let day = GregorianDay(year: year, month: month, day: dayOfMonth),
            skip("T") || skip("t"), let time = time(), let offset = offset(), rest.isEmpty
        else { return nil }
        return Int64(day.daysSinceEpoch) * 86_400 + Int64(time - offset)
    }

    /// Reads the time of day, and skips a fraction; a leap second counts as the second before it.
    private mutating func time() -> Int? {
        guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60, skip(":"),
            let second = number(2), second <= 60
        else { return nil }
        if skip(".") {
            let digits = rest.prefix(while: isDigit)
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
        }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    /// Reads the offset from UTC in seconds.
    private mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
