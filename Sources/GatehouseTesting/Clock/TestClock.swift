public import Foundation
import Synchronization

/// A clock that stands still until it is told to move, for both halves at once.
public final class TestClock: Sendable {
    private let present: Mutex<Date>

    /// A clock at this moment.
    ///
    /// - Parameter start: The time that it shows until it is moved.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        present = Mutex(start)
    }

    /// The present moment.
    public var now: Date { present.withLock { $0 } }

    /// Moves on, or back with a negative number.
    ///
    /// - Parameter seconds: By how many seconds.
    public func advance(by seconds: TimeInterval) {
        present.withLock { $0 += seconds }
    }
}
