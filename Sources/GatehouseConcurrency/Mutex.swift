#if canImport(os)
package import os

/// A value that one thread at a time may access.
///
/// `Synchronization.Mutex` requires iOS 18 and macOS 15, so Apple platforms use the lock of the module `os`.
package struct Mutex<Value>: ~Copyable, Sendable {
    /// The value, which the compiler does not check because the lock's `withLock` predates `sending`.
    ///
    /// Only the holder of the lock accesses it.
    @usableFromInline
    struct Contents {
        @usableFromInline nonisolated(unsafe) var value: Value

        @inlinable
        init(_ value: consuming sending Value) {
            unsafe self.value = value
        }
    }

    @usableFromInline let lock: OSAllocatedUnfairLock<Contents>

    /// Creates a mutex.
    ///
    /// - Parameter value: The initial value.
    @inlinable
    package init(_ value: consuming sending Value) {
        lock = OSAllocatedUnfairLock(uncheckedState: Contents(value))
    }

    /// Calls a closure with exclusive access to the value.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    @inlinable
    package borrowing func withLock<Output, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        let result = lock.withLockUnchecked { contents in
            Result { () throws(Failure) in try unsafe body(&contents.value) }
        }
        nonisolated(unsafe) let output = try result.get()
        return unsafe output
    }
}
#else
package import Synchronization

/// A value that one thread at a time may access.
package struct Mutex<Value>: ~Copyable, Sendable {
    @usableFromInline let lock: Synchronization.Mutex<Value>

    /// Creates a mutex.
    ///
    /// - Parameter value: The initial value.
    @inlinable
    package init(_ value: consuming sending Value) {
        lock = Synchronization.Mutex(value)
    }

    /// Calls a closure with exclusive access to the value.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    @inlinable
    package borrowing func withLock<Output, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        try lock.withLock(body)
    }
}
#endif
