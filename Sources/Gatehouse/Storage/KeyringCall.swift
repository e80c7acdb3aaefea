import Dispatch
import Synchronization

/// One question to the keyring, whose asker does not wait for ever.
final class KeyringCall<Value: Sendable>: Sendable {
    private struct State {
        var isAbandoned = false
        var result: Result<Value, KeyringFailure>?
    }

    private let state = Mutex(State())
    private let end = DispatchSemaphore(value: 0)

    /// Asks, unless nobody waits for the answer any more.
    func run(_ body: () throws(KeyringFailure) -> Value) {
        defer { end.signal() }
        guard !state.withLock({ $0.isAbandoned }) else { return }
        let result = Result { () throws(KeyringFailure) in try body() }
        state.withLock { $0.result = result }
    }

    /// The answer; `nil` when there is none by then.
    func wait(_ limit: DispatchTimeInterval) -> Result<Value, KeyringFailure>? {
        guard end.wait(timeout: .now() + limit) == .success else { return nil }
        return state.withLock { $0.result }
    }

    func abandon() {
        state.withLock { $0.isAbandoned = true }
    }
}
