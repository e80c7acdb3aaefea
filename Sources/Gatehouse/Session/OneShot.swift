import Synchronization

/// A value that comes once, whoever brings it first, for one who waits.
final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value?, Never>)
        case resolved(Value?)
    }

    private let state = Mutex(State.open)

    /// Brings the value; whatever comes later is ignored.
    func resolve(_ value: Value?) {
        let continuation: CheckedContinuation<Value?, Never>? = state.withLock {
            switch $0 {
            case .open:
                $0 = .resolved(value)
                return nil
            case .awaited(let continuation):
                $0 = .resolved(value)
                return continuation
            case .resolved:
                return nil
            }
        }
        continuation?.resume(returning: value)
    }

    /// Waits for the value; `nil` when the task is cancelled before it comes.
    var value: Value? {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let resolved: Value?? = state.withLock {
                        if case .resolved(let value) = $0 { return .some(value) }
                        $0 = .awaited(continuation)
                        return nil
                    }
                    if let resolved { continuation.resume(returning: resolved) }
                }
            } onCancel: {
                resolve(nil)
            }
        }
    }
}
