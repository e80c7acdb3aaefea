import GatehouseConcurrency

/// Allows one interactive sign-in at a time: a new one cancels the one in progress and starts after it has ended.
actor InteractionGate {
    private struct Running {
        var number: Int
        var cancel: @Sendable () -> Void
        var end: @Sendable () async -> Void
    }

    private let executor: TaskExecutorPreference
    private var last = 0
    private var running: Running?

    /// Creates a gate.
    ///
    /// - Parameter executor: The executor of sign-ins.
    init(executor: TaskExecutorPreference = .sharedPool) {
        self.executor = executor
    }

    func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        last += 1
        let number = last
        let previous = running
        let task = executor.task(name: "gatehouse sign-in") { () -> Result<Value, AuthError> in
            await previous?.end()
            do throws(AuthError) {
                guard !Task.isCancelled else { throw .cancelled() }
                return .success(try await body())
            } catch {
                return .failure(Task.isCancelled ? .cancelled() : error)
            }
        }
        running = Running(number: number, cancel: { task.cancel() }, end: { _ = await task.value })
        previous?.cancel()
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        if running?.number == number { running = nil }
        return try result.get()
    }
}
