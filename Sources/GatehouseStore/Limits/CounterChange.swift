package import Foundation

/// Writes to counters.
package enum CounterChange: Sendable, Equatable {
    /// Adds one, starting a window that ends at `expiresAt` when none is open at `now`. Conflicts when an open window holds `limit` already.
    case increment(key: String, limit: Int, at: Date, expiresAt: Date)
    /// Takes one back; does nothing when no window is open at `at` or nothing is counted.
    case decrement(key: String, at: Date)
    /// Forgets the counter; does nothing when there is none.
    case reset(key: String)
}
