package import Foundation

/// A count of events in a time window, shared by all nodes.
package struct Counter: Sendable, Equatable {
    /// The key of the counter; the server hashes personal data in it.
    package let key: String
    package var count: Int
    /// The end of the window, after which the count restarts.
    package var expiresAt: Date {
        didSet { expiresAt = expiresAt.flooredToMilliseconds }
    }

    package init(key: String, count: Int, expiresAt: Date) {
        self.key = key
        self.count = count
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}

/// Reads counters.
package protocol CounterReader: Sendable {
    /// Returns the counter, unless its window has ended by `now`.
    func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter?
}
