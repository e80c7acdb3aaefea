import GatehouseConcurrency

/// Delivers elements to any number of subscribers, each through its own stream.
final class StreamBroadcaster<Element: Sendable>: Sendable {
    private struct Subscriptions {
        var latest: Element?
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var isFinished = false
    }

    private let repeatsLatest: Bool
    private let subscriptions = Mutex(Subscriptions())

    /// Creates a broadcaster without subscribers.
    ///
    /// - Parameter repeatsLatest: Whether each new subscriber first receives the latest element.
    init(repeatsLatest: Bool) {
        self.repeatsLatest = repeatsLatest
    }

    func publish(_ element: Element) {
        subscriptions.withLock {
            if repeatsLatest { $0.latest = element }
            for continuation in $0.continuations.values { continuation.yield(element) }
        }
    }

    func subscribe() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = subscriptions.withLock {
            if let latest = $0.latest { continuation.yield(latest) }
            if $0.isFinished { continuation.finish() }
            $0.next += 1
            $0.continuations[$0.next] = continuation
            return $0.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.subscriptions.withLock { $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    /// Finishes every stream when the client is released.
    func finish() {
        let open = subscriptions.withLock {
            $0.isFinished = true
            return Array($0.continuations.values)
        }
        for continuation in open { continuation.finish() }
    }
}

/// A value that is resolved once and awaited by one task.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value?, Never>)
        case resolved(Value?)
    }

    private let state = Mutex(State.open)

    /// Resolves the value; later calls are ignored.
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

    /// The value, once resolved; `nil` if the task is cancelled first.
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
