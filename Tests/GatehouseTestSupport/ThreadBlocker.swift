import Dispatch

/// Work that occupies one thread of a pool until it is released.
package struct ThreadBlocker {
    private let gate: DispatchSemaphore
    private let task: Task<Void, Never>
    private let begun: AsyncStream<Void>

    /// Starts the work.
    ///
    /// - Parameter run: Runs a closure on the pool.
    package init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) async throws -> Void) {
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        self.gate = gate
        self.begun = begun
        task = Task {
            try? await run {
                begin.finish()
                gate.wait()
            }
        }
    }

    /// Returns once the thread is occupied.
    package func hasBegun() async {
        for await _ in begun {}
    }

    package func release() async {
        gate.signal()
        await task.value
    }
}
