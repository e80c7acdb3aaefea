import Gatehouse
import GatehouseConcurrency

/// The queue that runs the work of calls.
///
/// A blocking call holds its thread until the outcome is known. If the outcome were computed on the shared cooperative
/// threads, as many blocking calls as such threads would deadlock. Work that runs here never blocks: it suspends
/// instead.
///
/// iOS 17 and macOS 14 cannot run tasks on it. There, make blocking calls on the main thread or a dispatch queue: in
/// Swift tasks, they deadlock once they block every thread of the shared pool.
enum CallQueue {
    /// The queue as the executor of tasks.
    static let executor = TaskExecutorPreference { queue.submit($0) }

    private static let queue = BlockingQueue(label: "KiiSDK")

    /// Sleeps without using the shared cooperative threads.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    static func sleep(_ duration: Duration) async throws {
        await withCheckedContinuation { continuation in
            queue.submit(after: duration) { continuation.resume() }
        }
        try Task.checkCancellation()
    }
}
