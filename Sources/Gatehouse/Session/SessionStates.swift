import Synchronization

/// Tells any number of subscribers where a client stands: each one the present state first, then every change.
final class SessionStates: Sendable {
    private struct Subscriptions {
        var latest: SessionState?
        var next = 0
        var continuations: [Int: AsyncStream<SessionState>.Continuation] = [:]
        var isFinished = false
    }

    private let subscriptions = Mutex(Subscriptions())

    func publish(_ state: SessionState) {
        subscriptions.withLock {
            $0.latest = state
            for continuation in $0.continuations.values { continuation.yield(state) }
        }
    }

    func subscribe() -> AsyncStream<SessionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionState.self)
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

    /// Ends every stream; for the end of the client.
    func finish() {
        let open = subscriptions.withLock {
            $0.isFinished = true
            return Array($0.continuations.values)
        }
        for continuation in open { continuation.finish() }
    }
}
