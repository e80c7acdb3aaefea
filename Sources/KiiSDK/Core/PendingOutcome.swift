import Dispatch
import Synchronization

/// What a thread waits for that another one brings.
final class PendingOutcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Brings the value, once.
    func bring(_ value: Value) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    /// Blocks the thread until the value is there.
    func wait() -> Value {
        while true {
            isThere.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
