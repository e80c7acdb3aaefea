package import Foundation

/// The precision of dates in records: whole milliseconds, which every backend can store.
extension Date {
    /// The milliseconds since 1970, rounded down.
    ///
    /// A date less than a microsecond below a millisecond counts as that millisecond: `Date` is a binary fraction of
    /// seconds, so a stored date is often read back slightly early.
    package var milliseconds: Int64 {
        let reference = (timeIntervalSinceReferenceDate * 1000 + 0.001).rounded(.down)
        let limit = 4e15
        return Int64(max(-limit, min(limit, reference))) + Self.referenceOffset
    }

    /// Creates a date from milliseconds since 1970.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(milliseconds - Self.referenceOffset) / 1000)
    }

    /// The date in the precision of records.
    package var flooredToMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// Whole days since 1970, by which expired sessions are found; monotonic in the date.
    package var day: Int64 { milliseconds / 86_400_000 }

    private static let referenceOffset = Int64(Date.timeIntervalBetween1970AndReferenceDate) * 1000
}
