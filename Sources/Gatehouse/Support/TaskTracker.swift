import Foundation
import GatehouseConcurrency

/// Runs the background tasks and timers of a client, and waits for the tasks to finish.
final class TaskTracker: Sendable {
    private struct State {
        var lastTimer = 0
        var timers: [Int: Task<Void, Never>] = [:]
        /// The number of active tasks that are waited for.
        var activeTaskCount = 0
        var idleContinuations: [CheckedContinuation<Void, Never>] = []
    }

    /// The executor of the tasks.
    let executor: TaskExecutorPreference
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// Creates a tracker without tasks.
    ///
    /// - Parameters:
    ///   - executor: The executor of the tasks.
    ///   - sleep: Waits for a timer.
    init(executor: TaskExecutorPreference, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.executor = executor
        self.sleep = sleep
    }

    deinit {
        for (_, timer) in state.withLock(\.timers).sorted(by: { $0.key < $1.key }) { timer.cancel() }
    }

    /// Starts a task.
    ///
    /// - Parameters:
    ///   - name: The name of the task.
    ///   - isWaitedFor: Whether ``waitUntilIdle()`` waits for it.
    ///   - body: The work.
    /// - Returns: The task.
    @discardableResult
    func start<Value: Sendable>(
        _ name: String,
        isWaitedFor: Bool = true,
        _ body: @escaping @Sendable () async -> Value
    ) -> Task<Value, Never> {
        guard isWaitedFor else { return executor.task(name: name, operation: body) }
        state.withLock { $0.activeTaskCount += 1 }
        return executor.task(name: name) {
            let value = await body()
            self.end()
            return value
        }
    }

    private func end() {
        let idle = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.activeTaskCount -= 1
            guard state.activeTaskCount == 0 else { return [] }
            defer { state.idleContinuations = [] }
            return state.idleContinuations
        }
        for continuation in idle { continuation.resume() }
    }

    /// Waits until no task is active that is waited for.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.activeTaskCount > 0 { state.idleContinuations.append(continuation) }
                return state.activeTaskCount == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Runs a body and waits until no task is active that is waited for, for at most the limit.
    func finish(within limit: Duration, _ body: @escaping @Sendable () async -> Void) async {
        let end = Promise<Void>()
        let timer = start("gatehouse limit", isWaitedFor: false) { [sleep] in
            try? await sleep(limit)
            end.resolve(())
        }
        start("gatehouse finish", isWaitedFor: false) {
            await body()
            await self.waitUntilIdle()
            end.resolve(())
        }
        await end.value
        timer.cancel()
    }

    /// Calls a function for each change until the changes end or the task is cancelled.
    ///
    /// - Parameters:
    ///   - name: The name of the task.
    ///   - changes: Returns the changes; called by the task.
    ///   - body: Called for each change.
    ///   - end: Called after the last change.
    /// - Returns: The task.
    func watch(
        _ name: String,
        for changes: @escaping @Sendable () -> AsyncStream<Void>,
        _ body: @escaping @Sendable () async -> Void,
        atEnd end: @escaping @Sendable () async -> Void = {}
    ) -> Task<Void, Never> {
        executor.task(name: name) {
            for await _ in changes() { await body() }
            await end()
        }
    }

    /// Calls a function after a delay, unless this object is released before.
    func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.lastTimer += 1
            let number = state.lastTimer
            state.timers[number] = executor.task(name: "gatehouse timer") { [weak self, sleep] in
                guard (try? await sleep(.seconds(seconds))) != nil else { return }
                self?.removeTimer(number)
                await body()
            }
        }
    }

    private func removeTimer(_ number: Int) {
        state.withLock { $0.timers[number] = nil }
    }
}
