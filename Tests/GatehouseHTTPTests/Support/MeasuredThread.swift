import Foundation
import Synchronization

/// Runs tasks on its own thread and measures the CPU time they take there.
final class MeasuredThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let condition = NSCondition()
    private let isEnding = Mutex(false)

    init() {
        Thread.detachNewThread { [self] in run() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.withLock { $0.append(job) }
        condition.signal()
        condition.unlock()
    }

    /// Ends the thread once its queue is empty.
    func end() {
        condition.lock()
        isEnding.withLock { $0 = true }
        condition.signal()
        condition.unlock()
    }

    /// Returns the CPU time of a task on this thread.
    func time(_ body: @escaping @Sendable () async -> Void) async -> Duration {
        await Task(executorPreference: self) {
            let start = Self.now
            await body()
            return Self.now - start
        }.value
    }

    /// Returns the CPU time of a closure on the current thread.
    static func time(_ body: () -> Void) -> Duration {
        let start = now
        body()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func run() {
        while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return job }
            if isEnding.withLock({ $0 }) { return nil }
            condition.wait()
        }
    }
}
