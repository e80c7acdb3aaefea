import GatehouseConcurrency
package import Testing

/// A trait of suites that use the state of a facade, of which one runs at a time: some facades consist of class methods
/// with one state per process.
package struct OwnState: SuiteTrait, TestScoping {
    private struct Queue {
        var isRunning = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private static let queue = Mutex(Queue())

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Self.enter()
        defer { Self.leave() }
        try await body()
    }

    private static func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = queue.withLock { queue in
                defer { queue.isRunning = true }
                if queue.isRunning { queue.waiters.append(continuation) }
                return !queue.isRunning
            }
            if isFree { continuation.resume() }
        }
    }

    private static func leave() {
        let next = queue.withLock { queue in
            queue.isRunning = !queue.waiters.isEmpty
            return queue.isRunning ? queue.waiters.removeFirst() : nil
        }
        next?.resume()
    }
}

extension Trait where Self == OwnState {
    /// Runs the suite while no other suite with this trait runs.
    package static var ownState: Self { OwnState() }
}
