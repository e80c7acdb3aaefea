import Synchronization

/// Tells any number of subscribers what happens, each in its own time.
final class Broadcast<Element: Sendable>: Sendable {
    private struct Subscriptions {
        var latest: Element?
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var isFinished = false
    }

    private let repeatsLatest: Bool
    private let subscriptions = Mutex(Subscriptions())

    /// Nobody listens yet.
    ///
    /// - Parameter repeatsLatest: Whether each subscriber is told the latest element first.
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

    /// Ends every stream; for the end of the client.
    func finish() {
        let open = subscriptions.withLock {
            $0.isFinished = true
            return Array($0.continuations.values)
        }
        for continuation in open { continuation.finish() }
    }
}
