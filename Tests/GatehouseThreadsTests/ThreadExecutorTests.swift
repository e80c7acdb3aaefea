import Foundation
import GatehouseTestSupport
import Testing

@testable import GatehouseThreads

@Suite(.timeLimit(.minutes(1))) struct ThreadExecutorTests {
    private actor Worker {
        private let executor = ThreadExecutor(name: "test-executor")
        private var count = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
        nonisolated var pool: ThreadPool { executor.pool }

        var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

        /// Counts on the thread, also after a suspension.
        func increment() async -> Int {
            await Task.yield()
            count += 1
            return count
        }
    }

    @Test func runsActorOnItsThread() async throws {
        let worker = Worker()
        let thread = try await worker.pool.run { ObjectIdentifier(Thread.current) }
        #expect(await worker.thread == thread)
        #expect(await Worker().thread != thread)
    }

    @Test func runsJobsOfConcurrentCallers() async {
        let worker = Worker()
        let results = await withTaskGroup(of: Int.self) { group in
            for _ in 1...200 { group.addTask { await worker.increment() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(results == Set(1...200))
    }

    @Test func endsThreadWithActor() async throws {
        weak var queue: WorkQueue<ThreadPool.Job>?
        do {
            let worker = Worker()
            queue = worker.pool.queue
            #expect(await worker.increment() == 1)
            #expect(queue != nil)
        }
        // The thread retains the queue while it lives.
        try await waitUntil { queue == nil }
    }
}
