public import Foundation

/// A point in time as tokens and answers carry it: whole seconds since 1970 (RFC 7519 §2, NumericDate).
public struct UnixTime: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64

    /// A point in time from seconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter seconds: Whole seconds; negative ones are before 1970.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// A date, rounded down to the second.
    ///
    /// - Parameter date: The date; one beyond 64 bits of seconds becomes the nearest time there is.
    public init(_ date: Date) {
        seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? (date < .distantPast ? .min : .max)
    }

    /// The same point in time as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// Orders two points in time.
    ///
    /// - Parameters:
    ///   - left: One time.
    ///   - right: The other one.
    /// - Returns: `true` when the left one comes first.
    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}

extension UnixTime: Codable {
    /// Reads a JSON number; a fraction of a second is cut off.
    ///
    /// - Parameter decoder: Where the number is read from.
    /// - Throws: `DecodingError` when there is no number, or one beyond 64 bits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let whole = try? container.decode(Int64.self) {
            seconds = whole
            return
        }
        let number = try container.decode(Double.self)
        guard let whole = Int64(exactly: number.rounded(.down)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A time must be a number of seconds."
            )
        }
        seconds = whole
    }

    /// Writes a JSON integer.
    ///
    /// - Parameter encoder: Where the number is written to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
