package import Foundation

/// Reads counters.
package protocol CounterReader: Sendable {
    /// The counter, unless its window has ended by `now`.
    func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter?
}
