#if !canImport(os)
import Synchronization
#endif

/// A fixed number of integers that threads change without waiting for each other.
///
/// `Synchronization.Atomic` requires iOS 18 and macOS 15, so Apple platforms, which no server runs on in production,
/// use a lock.
package final class AtomicIntegers: Sendable {
    /// The number of integers.
    package static let count = 24

    #if canImport(os)
    private let values = Mutex([Int](repeating: 0, count: AtomicIntegers.count))
    #else
    private let values = InlineArray<24, Atomic<Int>> { _ in Atomic(0) }
    #endif

    /// Creates integers that are zero.
    package init() {}

    /// Returns an integer.
    package func value(at index: Int) -> Int {
        #if canImport(os)
        values.withLock { $0[index] }
        #else
        values[index].load(ordering: .relaxed)
        #endif
    }

    /// Adds to an integer.
    package func add(_ amount: Int, at index: Int) {
        #if canImport(os)
        values.withLock { $0[index] &+= amount }
        #else
        values[index].wrappingAdd(amount, ordering: .relaxed)
        #endif
    }
}
