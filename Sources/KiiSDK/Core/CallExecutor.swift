import Gatehouse

/// Runs the work of calls on a queue of its own.
///
/// A blocking call holds its thread until the outcome is known. If the outcome were computed on the shared cooperative
/// threads, as many blocking calls as such threads would deadlock. Work that runs here never blocks: it suspends
/// instead.
final class CallExecutor: TaskExecutor {
    /// The only instance.
    static let shared = CallExecutor()

    private let queue = BlockingQueue(label: "KiiSDK")

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Sleeps without using the shared cooperative threads.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    static func sleep(_ duration: Duration) async throws {
        await withCheckedContinuation { continuation in
            shared.queue.submit(after: duration) { continuation.resume() }
        }
        try Task.checkCancellation()
    }
}
