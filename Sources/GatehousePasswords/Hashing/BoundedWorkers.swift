import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A few threads of their own for work that occupies a processor, behind a queue that has an end.
///
/// Neither an event loop nor the cooperative pool ever waits on the work. What finds the queue full is refused at once.
/// Where processors are short, the threads get a third of what others get: whoever waits for a password can wait a little longer, and
/// everybody else would wait for passwords. The threads end with `shutdown()` or with the last reference to this object.
final class BoundedWorkers: Sendable {
    let queue: WorkQueue

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - name: What the threads are called in a debugger.
    ///   - threads: How many pieces of work run at the same time.
    ///   - queueLimit: How many may wait beside those that run.
    ///   - retryAfter: What a refused caller is told.
    init(name: String, threads: Int, queueLimit: Int, retryAfter: Duration) {
        let queue = WorkQueue(workers: threads, limit: queueLimit, retryAfter: retryAfter)
        self.queue = queue
        for index in 1...max(threads, 1) {
            let thread = Thread {
                Self.giveWay()
                while let job = queue.next() {
                    let answer = job.run()
                    queue.finished()
                    answer()
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

    /// How far the calling thread gives way to others: on Linux each has its own.
    static var niceness: Int32 { getpriority(process, 0) }
    #endif

    private static func giveWay() {
        #if canImport(Glibc)
        _ = setpriority(process, 0, niceness + 5)
        #endif
    }

    /// Refuses new work and everything that waits; what runs is finished and answered.
    func shutdown() {
        for job in queue.stop() { job.refuse(.shutDown) }
    }

    /// Runs `work` on one of the threads and waits for its value.
    ///
    /// Cancelling the task frees its place in the queue; work that has begun is finished and its value returned.
    ///
    /// - Throws: `.overloaded`, `.cancelled` or `.shutDown`; nothing has run then.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(PasswordHashError) -> Value {
        let id = queue.newID()
        let result: Result<Value, PasswordHashError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = WorkQueue.Job(
                    id: id,
                    run: {
                        let value = work()
                        return { continuation.resume(returning: .success(value)) }
                    },
                    refuse: { continuation.resume(returning: .failure($0)) }
                )
                do throws(PasswordHashError) {
                    try queue.append(job)
                } catch {
                    job.refuse(error)
                }
                // A cancellation that came before the job was in the queue found nothing to remove.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
        return try result.get()
    }

    private func cancel(_ id: UInt64) {
        queue.remove(id)?.refuse(.cancelled)
    }
}
