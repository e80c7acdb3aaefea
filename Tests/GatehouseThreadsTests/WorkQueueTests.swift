import Dispatch
import Foundation
import GatehouseThreads
import Testing

@Suite(.timeLimit(.minutes(1))) struct WorkQueueTests {
    /// Starts a worker on a thread of its own.
    ///
    /// - Returns: The batches that the worker takes, until it ends.
    private func startWorker(_ queue: WorkQueue<Int>) -> AsyncStream<[Int]> {
        let (batches, continuation) = AsyncStream.makeStream(of: [Int].self)
        Thread.detachNewThread {
            while let batch = queue.next() { continuation.yield(batch) }
            continuation.finish()
        }
        return batches
    }

    @Test func returnsBatchesInOrder() {
        let queue = WorkQueue<Int>(batch: 3, workers: .permanent)
        queue.join()
        for job in 1...7 { #expect(queue.append(job) == .accepted) }
        #expect(queue.next() == [1, 2, 3])
        queue.requeue([2, 3])
        #expect(queue.next() == [2, 3, 4])
        #expect(queue.remove { $0 == 6 } == 6)
        #expect(queue.remove { $0 == 4 } == nil)
        #expect(queue.next() == [5, 7])
        #expect(queue.waitingCount == 0)
        #expect(queue.take() == [])
    }

    @Test func rejectsJobsBeyondLimit() {
        let queue = WorkQueue<Int>(limit: 2, workers: .permanent)
        queue.join()
        #expect(queue.append(1) == .accepted)
        #expect(queue.append(2) == .accepted)
        #expect(queue.append(3) == .rejected(.overloaded))
        #expect(queue.next() == [1])
        #expect(queue.append(3) == .rejected(.overloaded), "The first job is in progress.")
        queue.finished()
        #expect(queue.append(3) == .accepted)
        #expect(queue.remove { $0 == 2 } == 2)
        #expect(queue.append(4) == .accepted)
        #expect(queue.append(5) == .rejected(.overloaded))
    }

    @Test func processesWaitingJobsAfterStop() {
        let queue = WorkQueue<Int>(workers: .permanent)
        queue.join()
        _ = queue.append(1)
        queue.stop()
        #expect(queue.append(2) == .rejected(.stopped))
        queue.requeue([3])
        #expect(queue.next() == [3])
        #expect(queue.next() == [1])
        #expect(queue.next() == nil)
    }

    @Test func endsSleepingWorkersOnStop() async {
        let queue = WorkQueue<Int>(workers: .permanent)
        let workers = (1...4).map { _ in
            queue.join()
            return startWorker(queue)
        }
        _ = queue.append(1)
        queue.stop()
        var jobs: [Int] = []
        for worker in workers { for await batch in worker { jobs += batch } }
        #expect(jobs == [1])
    }

    @Test func returnsRemovedJobsOnce() {
        let queue = WorkQueue<Int>(workers: .permanent)
        _ = queue.append(1)
        _ = queue.append(2)
        #expect(queue.removeAll() == [1, 2])
        #expect(queue.removeAll() == [])
        #expect(queue.remove { _ in true } == nil)
    }

    @Test func startsWorkersOnDemand() {
        let queue = WorkQueue<Int>(batch: 2, workers: .init(maximum: 2, maximumIdle: 2, backlog: 2))
        #expect(queue.append(1) == .needsWorker)
        #expect(queue.append(2) == .accepted)
        #expect(queue.append(3) == .needsWorker, "More wait than the first worker takes.")
        for job in 4...9 { #expect(queue.append(job) == .accepted) }
    }

    @Test func startsWorkerForEachJobWithoutBacklog() {
        let queue = WorkQueue<Int>(workers: .init(maximum: 2, maximumIdle: 2))
        #expect(queue.append(1) == .needsWorker)
        #expect(queue.next() == [1])
        #expect(queue.append(2) == .needsWorker)
        #expect(queue.append(3) == .accepted)
    }

    @Test func endsWorkersBeyondIdleLimit() {
        let queue = WorkQueue<Int>(workers: .init(maximum: 1, maximumIdle: 0))
        #expect(queue.append(1) == .needsWorker)
        #expect(queue.append(2) == .accepted)
        #expect(queue.next() == [1])
        #expect(queue.next() == [2])
        #expect(queue.next() == nil)
        #expect(queue.append(3) == .needsWorker)
    }

    @Test func leavesJobsToOtherWorkers() {
        let queue = WorkQueue<Int>(workers: .init(maximum: 2, maximumIdle: 2))
        #expect(queue.append(1) == .needsWorker)
        #expect(queue.append(2) == .needsWorker)
        #expect(queue.leave() == [])
        #expect(queue.leave() == [1, 2])
        #expect(queue.append(3) == .needsWorker)
    }

    @Test func wakesAnotherWorkerForRefusedJob() async {
        let queue = WorkQueue<Int>(batch: 10, workers: .permanent)
        let refusals = DispatchSemaphore(value: 0)
        refusals.signal()
        let (batches, continuation) = AsyncStream.makeStream(of: [Int].self)
        for _ in 1...2 {
            queue.join()
            Thread.detachNewThread {
                guard queue.waitForJobs() else { return }
                if refusals.wait(timeout: .now()) == .success {
                    queue.wakeAnother()
                } else {
                    continuation.yield(queue.take())
                }
            }
        }
        #expect(queue.append(1) == .accepted)
        #expect(await batches.first { _ in true } == [1])
    }

    /// Workers that end when idle, that sleep, and that do both.
    @Test(arguments: [0, 1, 4]) func processesEachJobOnce(maximumIdle: Int) async throws {
        let queue = WorkQueue<Int>(batch: 3, workers: .init(maximum: 4, maximumIdle: maximumIdle, backlog: 3))
        let (batches, continuation) = AsyncStream.makeStream(of: [Int].self)
        let producers = Task {
            await withTaskGroup { group in
                for producer in 0..<8 {
                    group.addTask {
                        for number in 0..<500 {
                            guard queue.append(producer * 500 + number) == .needsWorker else { continue }
                            Thread.detachNewThread {
                                while let batch = queue.next() { continuation.yield(batch) }
                            }
                        }
                    }
                }
            }
        }
        var jobs: [Int] = []
        for await batch in batches {
            #expect(batch.count <= 3)
            jobs += batch
            if jobs.count == 4000 { break }
        }
        await producers.value
        queue.stop()
        #expect(jobs.sorted() == Array(0..<4000))
        #expect(queue.waitingCount == 0)
    }
}
