package import Foundation

/// A point in time as Kii writes it: milliseconds since 1970.
package struct KiiTime: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A date, rounded down to the millisecond; one beyond 64 bits becomes the nearest time there is.
    package init(_ date: Date) {
        milliseconds =
            Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded(.down)) ?? (date < .distantPast ? .min : .max)
    }

    /// Reads a JSON number, or the text of one; `nil` for anything else.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): milliseconds = number
        case .double(let number):
            guard let whole = Int64(exactly: number.rounded(.down)) else { return nil }
            milliseconds = whole
        case .string(let text):
            guard let number = Int64(text) else { return nil }
            milliseconds = number
        default: return nil
        }
    }

    package var date: Date { Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1000) }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
