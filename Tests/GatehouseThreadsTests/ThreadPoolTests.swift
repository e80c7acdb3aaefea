import GatehouseTestSupport
import Testing

@testable import GatehouseThreads

@Suite(.timeLimit(.minutes(1))) struct ThreadPoolTests {
    private func pool(threads: Int = 1, queueLimit: Int? = nil) -> ThreadPool {
        ThreadPool(name: "test", threads: threads, queueLimit: queueLimit)
    }

    private func blocker(on pool: ThreadPool) -> ThreadBlocker {
        ThreadBlocker { try await pool.run($0) }
    }

    /// Starts a task and returns once it waits in the queue.
    private func queued(
        _ value: Int,
        on pool: ThreadPool
    ) async throws -> Task<Result<Int, WorkRejection>, Never> {
        let expected = pool.queue.waitingCount + 1
        let task = Task { () -> Result<Int, WorkRejection> in
            do throws(WorkRejection) {
                return .success(try await pool.run { value })
            } catch {
                return .failure(error)
            }
        }
        try await waitUntil { pool.queue.waitingCount >= expected }
        return task
    }

    @Test func rejectsWorkBeyondQueueLimit() async throws {
        let pool = pool(threads: 2, queueLimit: 1)
        let first = blocker(on: pool)
        let second = blocker(on: pool)
        await first.hasBegun()
        await second.hasBegun()
        let waiting = try await queued(1, on: pool)
        await #expect(throws: WorkRejection.overloaded) { try await pool.run { 2 } }
        await first.release()
        #expect(await waiting.value == .success(1))
        await second.release()
    }

    @Test func freesPlaceOfCancelledTask() async throws {
        let pool = pool(queueLimit: 1)
        let blocker = blocker(on: pool)
        await blocker.hasBegun()
        let first = try await queued(1, on: pool)
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(pool.queue.waitingCount == 0)
        let second = try await queued(2, on: pool)
        await blocker.release()
        #expect(await second.value == .success(2))
    }

    @Test func neverRunsTaskCancelledBeforehand() async {
        let pool = pool(queueLimit: 1)
        let blocker = blocker(on: pool)
        await blocker.hasBegun()
        let task = Task { () -> Bool in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do throws(WorkRejection) {
                try await pool.run {}
                return false
            } catch {
                return error == .cancelled
            }
        }
        #expect(await task.value)
        await blocker.release()
    }

    @Test func rejectsWaitingAndFinishesRunningWorkOnShutdown() async throws {
        let pool = pool(queueLimit: 2)
        let blocker = blocker(on: pool)
        await blocker.hasBegun()
        let waiting = try await queued(1, on: pool)
        pool.shutdown()
        #expect(await waiting.value == .failure(.stopped))
        await #expect(throws: WorkRejection.stopped) { try await pool.run { 2 } }
        await blocker.release()
    }

    @Test(arguments: [true, false])
    func endsThreadsOnShutdownAndDeinit(explicitly: Bool) async throws {
        weak var queue: WorkQueue<ThreadPool.Job>?
        do {
            let pool = pool(threads: 3, queueLimit: 1)
            queue = pool.queue
            let blockers = (1...3).map { _ in blocker(on: pool) }
            for blocker in blockers { await blocker.hasBegun() }
            for blocker in blockers { await blocker.release() }
            #expect(queue != nil)
            if explicitly { pool.shutdown() }
        }
        // Each thread retains the queue while it lives.
        try await waitUntil { queue == nil }
    }

    #if canImport(Glibc)
    @Test func lowersThreadPriority() async throws {
        let (normal, low) = (pool(), ThreadPool(name: "test", threads: 1, priority: .low))
        let niceness = try await normal.run { ThreadPool.niceness }
        #expect(niceness == ThreadPool.niceness)
        #expect(try await low.run { ThreadPool.niceness } == min(niceness + 5, 19))
    }
    #endif

    @Test func runsWorkOfCancelledTaskOnRequest() async throws {
        let pool = pool()
        let task = Task { () throws(WorkRejection) -> Int in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await pool.run(ignoresCancellation: true) { 7 }
        }
        #expect(try await task.value == 7)
    }

    @Test func runsSubmittedWorkInOrder() async {
        let pool = pool()
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 1...100 { pool.submit { continuation.yield(number) } }
        pool.submit { continuation.finish() }
        #expect(await numbers.reduce(into: []) { $0.append($1) } == Array(1...100))
    }

    @Test func returnsEachCallersValueExactlyOnce() async throws {
        let pool = pool(threads: 3, queueLimit: 1000)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for value in 1...500 { group.addTask { try await pool.run { value } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 125_250)
    }

    /// A lost wake-up would leave a caller waiting, because each has one job at a time.
    @Test(arguments: [1, 3]) func wakesThreadForEachJob(threads: Int) async throws {
        let pool = pool(threads: threads)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...8 {
                group.addTask {
                    var count = 0
                    for _ in 1...1000 { count += try await pool.run { 1 } }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count == 8000)
    }
}
