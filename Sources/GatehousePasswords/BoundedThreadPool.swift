import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A small pool of threads for CPU-bound work, with a bounded queue.
///
/// Event loops and the cooperative pool never wait for this work. Work is rejected at once when the queue is full. The
/// threads run at a lower priority, because password checks can wait and all other requests cannot. They end with
/// `shutdown()` or the last reference to the pool.
final class BoundedThreadPool: Sendable {
    let queue: BoundedQueue

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - name: The name of the threads in a debugger.
    ///   - threads: The number of jobs that run at the same time.
    ///   - queueLimit: The number of jobs that can wait.
    ///   - retryAfter: The delay to report to rejected callers.
    init(name: String, threads: Int, queueLimit: Int, retryAfter: Duration) {
        let queue = BoundedQueue(workers: threads, limit: queueLimit, retryAfter: retryAfter)
        self.queue = queue
        for index in 1...max(threads, 1) {
            let thread = Thread {
                Self.lowerThreadPriority()
                while let job = queue.next() {
                    let resume = job.run()
                    queue.finished()
                    resume()
                }
            }
            thread.qualityOfService = .utility
            thread.name = "\(name)-\(index)"
            thread.start()
        }
    }

    deinit { shutdown() }

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

    /// Rejects new and waiting work; running work finishes.
    func shutdown() {
        for job in queue.stop() { job.reject(.shutDown) }
    }

    /// Runs `work` on one of the threads and returns its value.
    ///
    /// Cancelling the task removes waiting work from the queue; running work finishes and its value is returned.
    ///
    /// - Throws: `.overloaded`, `.cancelled` or `.shutDown`; the work has not run then.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(PasswordHashError) -> Value {
        let id = queue.newID()
        let result: Result<Value, PasswordHashError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = BoundedQueue.Job(
                    id: id,
                    run: {
                        let value = work()
                        return { continuation.resume(returning: .success(value)) }
                    },
                    reject: { continuation.resume(returning: .failure($0)) }
                )
                do throws(PasswordHashError) {
                    try queue.append(job)
                } catch {
                    job.reject(error)
                }
                // A cancellation before the job was added found nothing to remove.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
        return try result.get()
    }

    private func cancel(_ id: UInt64) {
        queue.remove(id)?.reject(.cancelled)
    }
}
