public import Foundation

/// A point in time in tokens and responses: whole seconds since 1970 (NumericDate, RFC 7519 §2).
public struct UnixTime: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64

    /// Creates a point in time from the seconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter seconds: Whole seconds; negative before 1970.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Creates a point in time from a date, rounded down to the second.
    ///
    /// - Parameter date: The date; clamped to the range of 64-bit seconds.
    public init(_ date: Date) {
        seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? (date < .distantPast ? .min : .max)
    }

    /// The point in time as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// Orders two points in time.
    ///
    /// - Parameters:
    ///   - left: A point in time.
    ///   - right: Another point in time.
    /// - Returns: `true` if `left` is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}

extension UnixTime: Codable {
    /// Decodes a JSON number; a fraction of a second is truncated.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no number, or one beyond 64 bits.
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

    /// Encodes a JSON integer.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
