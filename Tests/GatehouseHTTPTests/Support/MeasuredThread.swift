import Foundation
import GatehouseConcurrency

/// Runs tasks on its own thread and measures the CPU time they take there.
final class MeasuredThread: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let condition = NSCondition()
    private let isEnding = Mutex(false)

    init() {
        Thread.detachNewThread { [self] in run() }
    }

    private func append(_ job: @escaping @Sendable () -> Void) {
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
        await TaskExecutorPreference { [self] job in append(job) }.task(name: "measurement") {
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
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return job }
            if isEnding.withLock({ $0 }) { return nil }
            condition.wait()
        }
    }
}
