package import Foundation

/// The precision that records keep: whole milliseconds, as every backend can hold them.
extension Date {
    /// Milliseconds since 1970, rounded down.
    ///
    /// What lies less than a microsecond below a millisecond counts as that millisecond: a `Date` is a binary fraction of
    /// seconds, so a time that was read from a store is often that little bit early.
    package var milliseconds: Int64 {
        let reference = (timeIntervalSinceReferenceDate * 1000 + 0.001).rounded(.down)
        let limit = 4e15
        return Int64(max(-limit, min(limit, reference))) + Self.referenceOffset
    }

    /// A date from milliseconds since 1970.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(milliseconds - Self.referenceOffset) / 1000)
    }

    /// The date as records keep it.
    package var flooredToMilliseconds: Date { Date(milliseconds: milliseconds) }

    private static let referenceOffset = Int64(Date.timeIntervalBetween1970AndReferenceDate) * 1000
}
