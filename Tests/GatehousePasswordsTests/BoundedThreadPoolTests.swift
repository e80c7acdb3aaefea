import GatehouseTestSupport
import Testing

@testable import GatehousePasswords

@Suite(.timeLimit(.minutes(1))) struct BoundedThreadPoolTests {
    private func workers(threads: Int = 1, queueLimit: Int) -> BoundedThreadPool {
        BoundedThreadPool(name: "test", threads: threads, queueLimit: queueLimit, retryAfter: .seconds(3))
    }

    /// Starts a task and returns once it waits in the queue.
    private func queued(
        _ value: Int,
        on workers: BoundedThreadPool
    ) async throws -> Task<Result<Int, PasswordHashError>, Never> {
        let expected = workers.queue.waitingCount + 1
        let task = Task { () -> Result<Int, PasswordHashError> in
            do throws(PasswordHashError) {
                return .success(try await workers.run { value })
            } catch {
                return .failure(error)
            }
        }
        try await waitUntil { workers.queue.waitingCount >= expected }
        return task
    }

    @Test func rejectsWorkBeyondQueueLimit() async throws {
        let workers = workers(threads: 2, queueLimit: 1)
        let first = Blocker(on: workers)
        let second = Blocker(on: workers)
        await first.hasBegun()
        await second.hasBegun()
        let waiting = try await queued(1, on: workers)
        await #expect(throws: PasswordHashError.overloaded(retryAfter: .seconds(3))) { try await workers.run { 2 } }
        await first.release()
        #expect(await waiting.value == .success(1))
        await second.release()
    }

    @Test func freesPlaceOfCancelledTask() async throws {
        let workers = workers(queueLimit: 1)
        let blocker = Blocker(on: workers)
        await blocker.hasBegun()
        let first = try await queued(1, on: workers)
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(workers.queue.waitingCount == 0)
        let second = try await queued(2, on: workers)
        await blocker.release()
        #expect(await second.value == .success(2))
    }

    @Test func neverRunsTaskCancelledBeforehand() async {
        let workers = workers(queueLimit: 1)
        let blocker = Blocker(on: workers)
        await blocker.hasBegun()
        let task = Task { () -> Bool in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do throws(PasswordHashError) {
                try await workers.run {}
                return false
            } catch {
                return error == .cancelled
            }
        }
        #expect(await task.value)
        await blocker.release()
    }

    @Test func rejectsWaitingAndFinishesRunningWorkOnShutdown() async throws {
        let workers = workers(queueLimit: 2)
        let blocker = Blocker(on: workers)
        await blocker.hasBegun()
        let waiting = try await queued(1, on: workers)
        workers.shutdown()
        #expect(await waiting.value == .failure(.shutDown))
        await #expect(throws: PasswordHashError.shutDown) { try await workers.run { 2 } }
        await blocker.release()
    }

    @Test(arguments: [true, false])
    func endsThreadsOnShutdownAndDeinit(explicitly: Bool) async throws {
        weak var queue: BoundedQueue?
        do {
            let workers = workers(threads: 3, queueLimit: 1)
            queue = workers.queue
            #expect(queue != nil)
            if explicitly { workers.shutdown() }
        }
        // Each thread retains the queue while it lives.
        try await waitUntil { queue == nil }
    }

    #if canImport(Glibc)
    @Test func lowersThreadPriority() async throws {
        let workers = workers(queueLimit: 1)
        #expect(try await workers.run { BoundedThreadPool.niceness } == min(BoundedThreadPool.niceness + 5, 19))
    }
    #endif

    @Test func returnsEachCallersValueExactlyOnce() async throws {
        let workers = workers(threads: 3, queueLimit: 1000)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for value in 1...500 { group.addTask { try await workers.run { value } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 125_250)
    }
}
