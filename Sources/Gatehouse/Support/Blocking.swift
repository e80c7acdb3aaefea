import Dispatch
import GatehouseConcurrency

/// A serial queue for blocking work, which must not occupy the cooperative thread pool.
package struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue.
    ///
    /// - Parameter label: The label of the queue in a debugger.
    package init(label: String = "gatehouse.store") {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs a body on the queue and returns its value.
    func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
            submit { continuation.resume(returning: Result { () throws(Failure) in try body() }) }
        }.get()
    }

    /// Runs a body on the queue without waiting for it.
    package func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs a body on the queue after a delay, without waiting for it.
    package func submit(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .after(delay), execute: body)
    }
}

/// A value for which one thread blocks until another provides it: the bridge from asynchronous work to callers that
/// cannot suspend.
///
/// The provider must not need the blocked thread, so it runs on a ``BlockingQueue``.
package final class BlockingResult<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isAvailable = DispatchSemaphore(value: 0)

    package init() {}

    /// Provides the value, once.
    package func fulfill(_ value: Value) {
        self.value.withLock { $0 = value }
        isAvailable.signal()
    }

    /// Blocks the thread until the value is provided.
    package func wait() -> Value {
        while true {
            isAvailable.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }

    /// Blocks the thread until the value is provided; returns `nil` after the time limit.
    package func wait(within limit: Duration) -> Value? {
        guard isAvailable.wait(timeout: .after(limit)) == .success else { return nil }
        return value.withLock { $0 }
    }
}

extension DispatchTime {
    fileprivate static func after(_ delay: Duration) -> DispatchTime {
        .now() + delay / .seconds(1)
    }
}
