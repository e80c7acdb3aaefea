import Foundation
import GatehouseConcurrency

#if canImport(Glibc)
import Glibc
#endif

/// A pool of threads for work that blocks or takes long to compute, with an optional limit on waiting work.
///
/// Neither event loops nor the cooperative pool run this work. Threads start on demand, and end with `shutdown()` or
/// the last reference to the pool.
package final class ThreadPool: Sendable {
    package enum Priority: Sendable {
        case normal
        /// The priority of work that can wait while requests are processed.
        case low
    }

    struct Job: Sendable {
        let id: UInt64
        /// Runs the work and returns the closure that resumes the caller.
        let run: @Sendable () -> @Sendable () -> Void
        let reject: @Sendable (WorkRejection) -> Void
    }

    let queue: WorkQueue<Job>
    private let name: String
    private let priority: Priority
    private let lastID = Mutex<UInt64>(0)

    /// Creates a pool without running threads.
    ///
    /// - Parameters:
    ///   - name: The name of the threads in a debugger.
    ///   - threads: The maximum number of jobs that run at the same time.
    ///   - queueLimit: The maximum number of jobs that wait for a thread; `nil` for no limit.
    ///   - priority: The priority of the threads.
    package init(name: String, threads: Int, queueLimit: Int? = nil, priority: Priority = .normal) {
        let threads = max(threads, 1)
        self.name = name
        self.priority = priority
        queue = WorkQueue(
            limit: queueLimit.map { threads + max($0, 0) },
            workers: .init(maximum: threads, maximumIdle: threads)
        )
    }

    deinit { shutdown() }

    /// The number of jobs that wait for a thread.
    package var waitingCount: Int { queue.waitingCount }

    /// Rejects new and waiting work; running work finishes.
    package func shutdown() {
        queue.stop()
        for job in queue.removeAll() { job.reject(.stopped) }
    }

    /// Runs `work` on one of the threads and returns its value.
    ///
    /// Cancelling the task removes waiting work from the queue; running work finishes and its value is returned.
    ///
    /// - Parameters:
    ///   - ignoresCancellation: Whether waiting work stays in the queue if the task is cancelled.
    ///   - work: The work.
    /// - Returns: The value of `work`.
    /// - Throws: ``WorkRejection``; the work has not run then.
    package func run<Value: Sendable>(
        ignoresCancellation: Bool = false,
        _ work: @escaping @Sendable () -> Value
    ) async throws(WorkRejection) -> Value {
        let id = newID()
        let result: Result<Value, WorkRejection> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    id: id,
                    run: {
                        let value = work()
                        return { continuation.resume(returning: .success(value)) }
                    },
                    reject: { continuation.resume(returning: .failure($0)) }
                )
                add(job)
                // A cancellation before the job was added found nothing to remove.
                if !ignoresCancellation, Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            if !ignoresCancellation { cancel(id) }
        }
        return try result.get()
    }

    /// Runs `work` on one of the threads, without waiting for it; drops it if the pool rejects it.
    package func submit(_ work: @escaping @Sendable () -> Void) {
        let job = Job(
            id: newID(),
            run: {
                work()
                return {}
            },
            reject: { _ in }
        )
        add(job)
    }

    private func newID() -> UInt64 {
        lastID.withLock { lastID in
            lastID += 1
            return lastID
        }
    }

    private func add(_ job: Job) {
        switch queue.append(job) {
        case .accepted: break
        case .needsWorker: startThread()
        case .rejected(let rejection): job.reject(rejection)
        }
    }

    private func cancel(_ id: UInt64) {
        queue.remove { $0.id == id }?.reject(.cancelled)
    }

    private func startThread() {
        // Retains the queue only, so that the last reference to the pool ends its threads.
        let thread = Thread { [queue, name, priority] in
            // On Linux, Foundation ignores a name that is set before the thread starts.
            Thread.current.name = name
            if priority == .low { Self.lowerThreadPriority() }
            while let jobs = queue.next() {
                for job in jobs {
                    let resume = job.run()
                    queue.finished()
                    resume()
                }
            }
        }
        if priority == .low { thread.qualityOfService = .utility }
        thread.start()
    }

    #if canImport(Glibc)
    private static let process = __priority_which_t(PRIO_PROCESS.rawValue)

    /// The niceness of the calling thread; on Linux each thread has its own.
    static var niceness: Int32 { getpriority(process, 0) }
    #endif

    private static func lowerThreadPriority() {
        #if canImport(Glibc)
        _ = setpriority(process, 0, niceness + 5)
        #endif
    }
}
