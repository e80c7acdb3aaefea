import Foundation
import Synchronization

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let time = Mutex(TestClock.start)

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        time.withLock { $0.addTimeInterval(seconds) }
    }
}
